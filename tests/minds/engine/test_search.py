"""The search and its techniques: right without them, and each does what its name says."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.bench.signature import positions
from minds import Move, Position
from minds.board.core import list_moves
from minds.engine.engine import Engine
from minds.engine.exchange import KINDS, exchange_holds
from minds.engine.techniques import ASPIRATION, EVERYTHING, NAMES, without
from tests.minds.conftest import middlegames
from tests.minds.engine.plain import score_of
from world.api import Budget

ALL_SQUARES = 0xFFFF_FFFF_FFFF_FFFF
WORTH = dict(zip((chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN), KINDS, strict=True))


def without_past(count: int, seed: int) -> list[Position]:
    """Middlegames of which nobody knows how they came to be: the plain search has no memory of a game."""
    return [Position(position.fen) for position in middlegames(count, seed)]


def test_without_techniques_it_is_alpha_beta() -> None:
    """To a fixed depth of four, on 300 positions, the very score that the plain search finds."""
    engine = Engine(without("all"))
    for position in without_past(300, seed=11):
        engine.forget()
        line, _ = engine.find(position, Budget(depth=4))
        assert line.score == score_of(position.workspace, 4), position.fen


@pytest.mark.parametrize(
    "name", ["table", "killers", "countermoves", "history", "follow-ups", "aspiration", "mate-distance"]
)
def test_what_only_saves_work_changes_no_score(name: str) -> None:
    """Order, memory and windows: one of them alone leaves the score of a fixed depth as it is."""
    engine = Engine(EVERYTHING ^ without(name))
    for position in without_past(60, seed=5):
        engine.forget()
        line, _ = engine.find(position, Budget(depth=4))
        assert line.score == score_of(position.workspace, 4), (name, position.fen)


def nodes_without(name: str, depth: int) -> int:
    engine, nodes = Engine(without(name)), 0
    for fen in positions()[::3]:
        engine.forget()
        nodes += engine.find(Position(fen), Budget(depth=depth))[1]["nodes"]
    return nodes


@pytest.mark.parametrize("name", ["table", "exchanges", "null-move", "reductions", "late-moves", "reverse-futility"])
def test_techniques_save_work(name: str) -> None:
    """To the same depth it takes more positions without them."""
    assert nodes_without(name, 9) > 1.1 * nodes_without("", 9)


def test_names_of_techniques() -> None:
    """All, none, some; and what there is not is told."""
    assert without("") == EVERYTHING
    assert without("all") == 0
    assert without("aspiration") == EVERYTHING ^ ASPIRATION
    assert without("+".join(NAMES)) == 0
    with pytest.raises(ValueError, match="no technique 'magic'; expected all, or some of table, "):
        without("magic")


def gain(board: chess.Board, square: chess.Square) -> int:
    """The best that the side to move can win by taking on a square or by leaving it; python-chess makes the moves."""
    takers = [move for move in board.pseudo_legal_moves if move.to_square == square and board.is_capture(move)]
    if not takers:
        return 0
    cheapest = min(takers, key=lambda move: (WORTH[board.piece_type_at(move.from_square)], move.from_square))
    taken = board.piece_type_at(square)
    if taken == chess.KING:
        return int(WORTH[chess.KING])
    move = chess.Move(cheapest.from_square, square)
    board.push(move)
    found = int(WORTH[taken]) - gain(board, square)
    board.pop()
    return max(0, found)


@settings(deadline=None)
@given(st.integers(0, 400))
def test_exchanges_are_weighed_as_they_would_go(number: int) -> None:
    """As taking back and forth on the square by the cheapest each time, played out by python-chess."""
    position = middlegames(401, seed=21)[number]
    board = chess.Board(position.fen)
    searcher = position.workspace
    count = list_moves(searcher[0].states[0], searcher[0].moves[0], ALL_SQUARES)
    codes = {code & 0x7FFF: code for code in searcher[0].moves[0][:count].tolist()}
    for move in position.legal_captures():
        if move.promotion or board.is_en_passant(chess.Move.from_uci(move.uci)):
            continue
        there = chess.Move.from_uci(move.uci)
        taken = int(WORTH[board.piece_type_at(there.to_square)])
        board.push(there)
        worth = taken - gain(board, there.to_square)
        board.pop()
        code = next(code for code in codes.values() if code & 0xFFF == move.source | move.target << 6)
        assert exchange_holds(searcher[0].states[0], code, worth), (position.fen, move.uci, worth)
        assert not exchange_holds(searcher[0].states[0], code, worth + 1), (position.fen, move.uci, worth)


@pytest.mark.parametrize(
    ("fen", "move", "worth"),
    [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 100),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 0),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", 720),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
    ],
)
def test_exchanges_of_a_special_kind(fen: str, move: str, worth: int) -> None:
    """En passant, promotions that are taken or not, castling."""
    searcher = Position(fen).workspace
    count = list_moves(searcher[0].states[0], searcher[0].moves[0], ALL_SQUARES)
    (code,) = (code for code in searcher[0].moves[0][:count].tolist() if Move.from_code(code).uci == move)
    assert exchange_holds(searcher[0].states[0], code, worth)
    assert not exchange_holds(searcher[0].states[0], code, worth + 1)


def test_zugzwang_is_not_passed_over() -> None:
    """A pass that looks good enough is not believed at once: here whoever has to move loses."""
    engine = Engine()
    line, _ = engine.find(Position("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1"), Budget(nodes=1_000_000))
    assert line.moves[0].uci == "e1f1"
