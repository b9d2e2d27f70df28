"""`Position` and `Move` as Python programmers use them."""

import copy
import gc
import pickle
import threading
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minds import IllegalMove, Move, MoveError, Position
from minds.board import picture
from minds.board.core import ALL, list_moves

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PROMOTING = "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1"


def test_play_leaves_the_position_alone() -> None:
    """`play` returns a new position; the old one and its other children do not change."""
    start = Position()
    children = [start.play(move) for move in start.legal_moves()]
    assert start == Position()
    assert len({child.fen for child in children}) == 20


def test_push_and_pop_there_and_back() -> None:
    """`pop` undoes `push` back to the start, and raises IndexError there."""
    position = Position()
    fens = []
    for move in ("e2e4", "d7d5", "e4d5", "d8d5"):
        fens.append(position.fen)
        position.push(move)
    while fens:
        position.pop()
        assert position.fen == fens.pop()
    with pytest.raises(IndexError, match="no move to take back"):
        position.pop()


def test_a_child_can_be_taken_back_beyond_its_birth() -> None:
    """A played position knows its history, whatever happens to its parent later."""
    parent = Position()
    child = parent.play("g1f3")
    parent.push("e2e4")
    child.pop()
    assert child == Position()
    assert parent.fen != child.fen


def test_positions_survive_being_many() -> None:
    """Thousands of positions, kept or dropped, do not affect each other."""
    kept, position = [], Position()
    for number in range(5000):
        position = position.play(position.legal_moves()[number % len(position.legal_moves())])
        if not position.legal_moves():
            position = Position()
        kept.append((position, position.fen))
    assert all(position.fen == fen for position, fen in kept)


def test_threads_share_the_workspace_safely() -> None:
    """Threads that list and play moves at the same time get the moves of their own positions."""
    expected = {fen: [m.uci for m in Position(fen).legal_moves()] for fen in (Position().fen, PROMOTING)}
    wrong: list[str] = []

    def ask(fen: str) -> None:
        position = Position(fen)
        for _ in range(3000):
            if [move.uci for move in position.legal_moves()] != expected[fen] or position.play("e1e2") == position:
                wrong.append(fen)

    def ask_start() -> None:
        position = Position()
        for _ in range(3000):
            if [move.uci for move in position.legal_moves()] != expected[position.fen]:
                wrong.append(position.fen)

    threads = [threading.Thread(target=ask, args=(PROMOTING,)), threading.Thread(target=ask_start)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


class Finalizer:
    """Garbage in a reference cycle whose finalizer lists moves."""

    def __init__(self, position: Position) -> None:
        self.me, self.position = self, position

    def __del__(self) -> None:
        self.position.legal_moves()


def test_garbage_that_plays_chess_disturbs_no_list() -> None:
    """A garbage collection while a list is built, whose finalizers list moves themselves, changes nothing."""
    ours, theirs = Position(), Position(KIWIPETE)
    expected = [move.uci for move in ours.legal_moves()]
    theirs.legal_moves()
    for _ in range(50):
        Finalizer(theirs)
        lists = [ours.legal_moves() for _ in range(2 * gc.get_threshold()[0])]  # one of them sets a collection off
        assert all([move.uci for move in moves] == expected for moves in lists)


def test_very_long_play_goes_there_and_back() -> None:
    """Tens of thousands of moves can be played, copied as FEN, and taken back."""
    position = Position()
    shuffle = [Move(text) for text in ("g1f3", "g8f6", "f3g1", "f6g8")]
    for number in range(40_000):
        position.push(shuffle[number % 4])
    assert position.halfmoves == 40_000
    assert Position(position.fen) == position
    for _ in range(40_000):
        position.pop()
    assert position == Position()


@pytest.mark.parametrize(
    ("move", "explanation"),
    [
        ("e2e5", "expected one of e2e3 e2e4"),
        ("e4e5", "e4 is empty"),
        ("a1a2", "the white rook on a1 cannot move"),
        ("e7e5", "the black pawn on e7 cannot move"),
    ],
)
def test_illegal_moves_are_explained(move: str, explanation: str) -> None:
    """An illegal move is rejected with the position and the legal alternatives; nothing changes."""
    position = Position()
    for refuse in (position.play, position.push, position.parse):
        with pytest.raises(IllegalMove, match=explanation):
            refuse(move)
    assert position == Position()


def test_a_move_of_another_position_is_checked_too() -> None:
    """A move listed by one position is rejected by another where it is illegal."""
    move = Position().parse("e2e4")
    with pytest.raises(IllegalMove):
        Position().play("e2e3").play(move)


def test_a_pawn_becomes_a_queen_unless_told_otherwise() -> None:
    """Without a third field a pawn promotes to a queen; with one, to the piece it names."""
    position = Position(PROMOTING)
    assert position.play("52,60").piece_at(60) == position.play("e7e8q").piece_at(60) == 2
    assert position.play("52,60,n").piece_at(60) == position.play("e7e8n").piece_at(60) == 5
    assert position.parse("52,60").promotion == 2
    assert position.parse("e7d8").captured == 9
    black = Position("4k3/8/8/8/8/8/3p4/K7 b - - 0 1")
    assert black.play("11,3").piece_at(3) == 8
    assert black.parse("d2d1r").promotion == 9


def test_castling_moves_both_men() -> None:
    """Castling is the king's two-square move, and moves the rook as well."""
    position = Position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert position.play("e1g1").fen == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    assert position.play("4,2").fen == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"


def test_mate_and_stalemate() -> None:
    """Fool's mate is checkmate, and a bare king in the corner can be stalemated."""
    position = Position()
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        assert not position.is_checkmate
        position.push(move)
    assert position.is_checkmate
    assert position.in_check
    assert not position.is_stalemate
    still = Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert still.is_stalemate
    assert not still.is_checkmate


def test_copies_and_pickles_keep_the_line_of_play() -> None:
    """A copy, a deep copy and a pickle know how often the position has occurred."""
    position = Position()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8") * 2:
        position.push(move)
    assert position.repetitions == 3
    for twin in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert twin == position
        assert twin.repetitions == 3
        twin.pop()
        assert position.repetitions == 3


def test_pictures() -> None:
    """A board prints as eight ranks, and draws as an SVG with every piece on it."""
    text = str(Position())
    assert text.splitlines()[0] == "8  r n b q k b n r"
    assert text.splitlines()[-1] == "   a b c d e f g h"
    svg = Position()._repr_svg_()
    assert svg.count("♟") == 16
    assert svg.count("♚") == 2
    assert svg.count('fill="#fff" stroke') == 16 + 1  # White's men, and the dot for White to move
    assert svg.count(picture.RED) == 0
    mate = Position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert mate._repr_svg_().count(picture.RED) == 1
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert repr(Position()) == f"Position('{Position().fen}')"


@pytest.mark.parametrize("number", [0.5, 2.0, "3", None, Fraction(1, 2)])
def test_whole_numbers_are_whole(number: object) -> None:
    """A square or depth that is not an integer raises TypeError."""
    with pytest.raises(TypeError):
        Position().piece_at(number)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Position().perft(number)  # type: ignore[arg-type]


@pytest.mark.parametrize("square", [-1, 64])
def test_squares_are_bounded(square: int) -> None:
    """A square off the board raises IndexError."""
    with pytest.raises(IndexError, match="expected 0"):
        Position().piece_at(square)


def test_moves_are_values() -> None:
    """Equal moves in either notation are equal, hash alike, and are immutable."""
    listed = next(move for move in Position().legal_moves() if move.uci == "e2e4")
    assert listed == Move("e2e4") == Move("12,28")
    assert len({listed, Move("e2e4"), Move("12,28")}) == 1
    assert listed != "e2e4"
    assert (listed.source, listed.target, listed.promotion, listed.captured) == (12, 28, 0, 0)
    assert (str(listed), listed.action, repr(listed)) == ("e2e4", "12,28", "Move('e2e4')")
    assert pickle.loads(pickle.dumps(listed)) is listed
    with pytest.raises(AttributeError, match="cannot be changed"):
        listed.target = 20
    with pytest.raises(AttributeError):
        del listed.target


def test_numbers_of_the_core_become_moves() -> None:
    """Every code the core lists becomes the listed move; any other number is rejected."""
    position = Position(KIWIPETE)
    workspace = position.workspace
    numbers = workspace[0].moves[0]
    count = list_moves(workspace[0].states[0], numbers, ALL)
    assert {Move.from_code(number) for number in numbers[:count]} == set(position.legal_moves())
    for nonsense in (0, 12 | 12 << 6, 12 | 28 << 6 | 7 << 12, 12 | 28 << 6 | 15 << 15):
        with pytest.raises(MoveError, match="not a move's code"):
            Move.from_code(nonsense)


def test_what_a_capture_is_worth() -> None:
    """A listed move knows the piece it takes and its value; en passant takes a pawn."""
    position = Position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")
    taken = position.parse("e5d6")
    assert (taken.captured, taken.captured_value) == (12, 100)
    assert position.parse("e1e2").captured_value == 0


SOURCES = st.integers(0, 63)


@given(SOURCES, SOURCES, st.sampled_from(["", "q", "r", "b", "n"]))
def test_notations_agree(source: int, target: int, letter: str) -> None:
    """Every move of one notation is the same move in the other, and reads back as itself."""
    action = f"{source},{target}" + (f",{letter}" if letter else "")
    promotes = (source // 8, target // 8) in ((6, 7), (1, 0))
    if source == target or (letter and not promotes):
        with pytest.raises(MoveError):
            Move(action)
    else:
        move = Move(action)
        assert move.action == action
        assert Move(move.uci) == Move(move.action) == move


@given(st.text(max_size=30) | st.none() | st.integers())
def test_no_text_crashes_the_reading_of_moves(text: object) -> None:
    """Any text gives a move or a MoveError that quotes it."""
    try:
        move = Move(text)  # type: ignore[arg-type]
    except MoveError as error:
        assert "is not a move; expected something like" in str(error)
    else:
        assert text in (move.uci, move.action)


@pytest.mark.parametrize(
    "text", ["0,0", "00,8", "12,028", "12,64", "e2e9", "e2e4q", "12,28 ", "１２,28", "E2E4", "12.28", "", "12,28,k"]
)
def test_what_is_no_move(text: str) -> None:
    """The traditional "0,0", squares off the board and foreign digits are rejected."""
    with pytest.raises(MoveError):
        Move(text)
