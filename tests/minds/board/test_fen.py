"""FEN is treated as hostile input: errors name the field, its content and what was expected."""

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minds import FenError, Position
from tests.conftest import DATA, read_counts

BOARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

BAD = [
    # (FEN, the field that is wrong, part of what was expected)
    ("", "the whole", "2 to 6 fields"),
    ("   ", "the whole", "2 to 6 fields"),
    (BOARD, "the whole", "2 to 6 fields"),
    (f"{BOARD} w KQkq - 0 1 extra", "the whole", "2 to 6 fields"),
    (f"{BOARD} w KQkq - 0 " + "1" * 200, "the whole", "at most 120 characters"),
    ("8/8/8/8/8/8/8 w - - 0 1", "placement (field 1)", "8 ranks separated by 7 slashes, not 7"),
    ("8/8/8/8/8/8/8/8/8 w - - 0 1", "placement (field 1)", "not 9"),
    ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7", "8 squares, not 7"),
    ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7", "8 squares, not 9"),
    ("rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 6", "digits 1-8"),
    ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 6", "digits 1-8"),
    ("rnbqkbnr/pppppppp/0p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 6", "digits 1-8"),
    ("rnbqkbnr/pppppppp//8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 6", "8 squares, not 0"),
    ("rnbqxbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 8", "letters KQRBNPkqrbnp"),
    ("rnbqkbnr/pppppppp/٨/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 6", "letters KQ"),
    ("8/8/8/8/8/8/8/8 w - - 0 1", "placement (field 1)", "one white king, not 0"),
    ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "placement (field 1)", "one white king, not 2"),
    ("3kk3/8/8/8/8/8/8/4K3 w - - 0 1", "placement (field 1)", "one black king, not 2"),
    ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "placement (field 1)", "at most 8 black pawns, not 9"),
    ("4k3/8/8/8/8/Q7/PPPPPPPP/Q3K3 w - - 0 1", "placement (field 1)", "than missing pawns (0, not 1)"),
    ("QQQQkQQQ/QQQQQQQQ/8/8/8/8/8/4K3 b - - 0 1", "placement (field 1)", "(8, not 14)"),
    ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8", "no pawns on the first and last rank"),
    ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "rank 1", "no pawns on the first and last rank"),
    (f"{BOARD} W KQkq - 0 1", "turn (field 2)", "w or b"),
    (f"{BOARD} white KQkq - 0 1", "turn (field 2)", "w or b"),
    (f"{BOARD} - KQkq - 0 1", "turn (field 2)", "w or b"),
    (f"{BOARD} w KQxq - 0 1", "castling (field 3)", "some of KQkq, in this order"),
    (f"{BOARD} w QKkq - 0 1", "castling (field 3)", "some of KQkq, in this order"),
    (f"{BOARD} w KK - 0 1", "castling (field 3)", "some of KQkq, in this order"),
    (f"{BOARD} w HAha - 0 1", "castling (field 3)", "some of KQkq, in this order"),
    (f"{BOARD} w KQkq- - 0 1", "castling (field 3)", "some of KQkq, in this order"),
    ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling (field 3)", "K only with a white rook on h1"),
    ("4k3/8/8/8/8/8/8/R2K4 w Q - 0 1", "castling (field 3)", "Q only with a white king on e1"),
    ("r3k2R/8/8/8/8/8/8/4K3 b k - 0 1", "castling (field 3)", "k only with a black rook on h8"),
    (f"{BOARD} b KQkq e4 0 1", "en passant (field 4)", "a square of rank 3"),
    (f"{BOARD} w KQkq e3 0 1", "en passant (field 4)", "a square of rank 6"),
    (f"{BOARD} w KQkq e6 0 1", "en passant (field 4)", "a black pawn on e5 that came from e7"),
    ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "en passant (field 4)", "a black pawn on e5 that came from e7"),
    ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "en passant (field 4)", "a black pawn on e5 that came from e7"),
    ("4k3/8/8/8/4p3/8/8/4K3 b - e3 0 1", "en passant (field 4)", "a white pawn on e4 that came from e2"),
    ("4k3/8/8/4p3/8/8/4r3/4K3 w - e6 0 1", "en passant (field 4)", "the white king was not already in check"),
    (f"{BOARD} w KQkq - -1 1", "halfmove clock (field 5)", "a whole number from 0 to 999999999"),
    (f"{BOARD} w KQkq - x 1", "halfmove clock (field 5)", "a whole number from 0 to 999999999"),
    (f"{BOARD} w KQkq - 00 1", "halfmove clock (field 5)", "a whole number from 0 to 999999999"),
    (f"{BOARD} w KQkq - ١ 1", "halfmove clock (field 5)", "a whole number from 0 to 999999999"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 5 2", "halfmove clock (field 5)", "0, because a pawn has just moved over d6"),
    (f"{BOARD} w KQkq - 0 0", "move number (field 6)", "a whole number from 1 to 999999999"),
    (f"{BOARD} w KQkq - 0 1000000000", "move number (field 6)", "a whole number from 1 to 999999999"),
    (f"{BOARD} w KQkq - 0 1.5", "move number (field 6)", "a whole number from 1 to 999999999"),
    ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "turn (field 2)", "b: the black king is in check (white rook on e1)"),
    ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "turn (field 2)", "b: the black king is in check (white king on e1)"),
    ("3rk3/8/8/8/b7/8/8/3K3r w - - 0 1", "placement (field 1)", "at most two pieces giving check"),
    (
        "1rq1nbnr/2pB1pp1/pp2p2p/3p4/3P2PP/1PP1P2R/P2N1PB1/1RkQK1N1 b - - 1 19",
        "placement (field 1)",
        "no two checks along one line, not white rook on b1, white queen on d1",
    ),
    ("8/8/8/8/P2K4/1k6/8/8 b - a3 0 1", "en passant (field 4)", "the black king was not already in check"),
    ("4k3/8/8/8/8/8/8/4K3 w - - bm e4;", "halfmove clock (field 5)", "a whole number"),
]


@pytest.mark.parametrize(("fen", "field", "expected"), BAD, ids=lambda part: str(part)[:60])
def test_what_is_wrong_is_said(fen: str, field: str, expected: str) -> None:
    """A bad FEN is rejected with the field, its content, and what was expected."""
    with pytest.raises(FenError) as refused:
        Position(fen)
    error = refused.value
    assert field in error.field
    assert expected in error.expected
    assert str(error) == f"FEN, {error.field}: {str(error).split(': ', 1)[1]}"
    assert "\n" not in str(error)
    assert len(str(error)) < 400


@pytest.mark.parametrize("thing", [None, 7, b"8/8", ["a"], object()])
def test_only_text_is_read(thing: object) -> None:
    """Anything but a string is rejected like a bad FEN."""
    with pytest.raises(FenError, match="a string"):
        Position(thing)  # type: ignore[arg-type]


@pytest.mark.parametrize("missing", range(5))
def test_the_last_four_fields_may_be_missing(missing: int) -> None:
    """Castling, en passant and the clocks may be left out, as in EPD."""
    fen = "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    assert Position(" ".join(fen.split()[: 6 - missing])).fen == fen


def test_blanks_around_and_between_do_no_harm() -> None:
    """Spaces, tabs and line ends around and between fields are accepted."""
    assert Position(f"  {BOARD}  w\tKQkq - 0 1\r\n") == Position()


def test_en_passant_is_kept_only_where_it_is_legal() -> None:
    """An en passant square without a legal capture is not part of the position, its FEN or its key."""
    idle = Position("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 2")
    assert idle.fen == "4k3/8/8/4p3/8/8/8/4K3 w - - 0 2"
    assert idle.key == Position("4k3/8/8/4p3/8/8/8/4K3 w - - 0 2").key
    pinned = Position("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2")
    assert pinned.en_passant is None
    live = Position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")
    assert live.fen.split()[3] == "d6"
    assert live.key != Position("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2").key


@pytest.mark.parametrize("table", ["standard.epd", "tricky.epd"])
def test_good_positions_read_back_as_themselves(table: str) -> None:
    """Every FEN of our tables is read and written back unchanged."""
    for position in read_counts(DATA / table):
        assert Position(position.fen).fen == position.fen


LETTERS = st.text("KQRBNPkqrbnp12345678/ -wb0acdefgh", max_size=90)


@given(st.text() | LETTERS)
def test_no_text_crashes_the_reading(text: str) -> None:
    """Any text gives a position or a FenError."""
    try:
        position = Position(text)
    except FenError as error:
        assert error.expected
    else:
        assert Position(position.fen) == position


def mutate(fen: str, rng: random.Random) -> str:
    """A FEN with some letters changed, swapped or lost."""
    letters = list(fen)
    for _ in range(rng.choice((1, 1, 2))):
        place = rng.randrange(len(letters))
        deed = rng.randrange(3)
        if deed == 0:
            letters[place] = rng.choice("KQRBNPkqrbnp12345678/ -wbe360")
        elif deed == 1:
            other = rng.randrange(len(letters))
            letters[place], letters[other] = letters[other], letters[place]
        elif len(letters) > 1:
            del letters[place]
    return "".join(letters)


def test_what_we_accept_python_chess_accepts() -> None:
    """We accept none of 20,000 damaged FENs that python-chess calls impossible, and list the same moves."""
    rng = random.Random(6)
    tables = [*read_counts(DATA / "standard.epd"), *read_counts(DATA / "tricky.epd")]
    accepted = 0
    for _ in range(20_000):
        fen = mutate(rng.choice(tables).fen, rng)
        try:
            position = Position(fen)
        except FenError:
            continue
        accepted += 1
        board = chess.Board(fen if fen.count(" ") == 5 else position.fen)
        assert board.status() == chess.STATUS_VALID, fen
        assert {move.uci for move in position.legal_moves()} == {move.uci() for move in board.legal_moves}, fen
        assert position.fen == board.fen()
    assert accepted > 1_000


def test_what_we_refuse_is_impossible_or_malformed() -> None:
    """Valid random positions are rejected only for more promoted pieces than missing pawns."""
    rng = random.Random(7)
    refused = accepted = 0
    for _ in range(6000):
        board = chess.Board(None)
        men = "Kk" + "".join(rng.choices("QRBNPPPqrbnppp", k=rng.randint(0, 24)))
        for square, man in zip(rng.sample(range(64), len(men)), men, strict=True):
            if man not in "Pp" or 8 <= square < 56:
                board.set_piece_at(square, chess.Piece.from_symbol(man))
        board.turn = rng.random() < 0.5
        if not board.is_valid():
            continue
        try:
            position = Position(board.fen())
        except FenError as error:
            refused += 1
            assert "missing pawns" in error.expected, board.fen()
        else:
            accepted += 1
            assert {move.uci for move in position.legal_moves()} == {move.uci() for move in board.legal_moves}
    assert refused > 20
    assert accepted > 500
