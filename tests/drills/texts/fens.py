"""FENs: the minds' rules and the referee read the same texts as the same positions, and python-chess agrees."""

import re

import chess
from hypothesis import strategies as st

from minds import FenError, Position
from tests.conftest import DATA, read_counts
from tests.drills.texts.mutations import mutated, shuffled_words
from world.errors import StartError
from world.games.chess.referee import Referee
from world.registry import new_world

GOOD = [
    *(position.fen for table in ("standard.epd", "tricky.epd") for position in read_counts(DATA / table)),
    *(trial.start for trial in new_world("chess").trials()),
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "1rq1nbnr/2pB1pp1/pp2p2p/3p4/3P2PP/1PP1P2R/P2N1PB1/1RkQK1N1 b - - 1 19",
    "4k3/8/8/8/R2pP2k/8/8/4K3 b - e3 0 1",
]
WORDS = ["w", "b", "-", "KQkq", "K", "q", "QK", "Kq", "HAha", "e3", "d6", "a1", "0", "1", "00", "07", "+1", "1_0", "x"]
WORDS += ["", "999999999", "1000000000", "8/8/8/8/8/8/8/8", "startpos", "bm e4;", "hmvc 3;"]
LINES = "KQRBNPkqrbnp12345678/ -wb0acdefgh"


@st.composite
def boards(draw: st.DrawFn) -> str:
    """Return the FEN of a few pieces around two kings, with a pawn that may have made a double step."""
    squares = draw(st.lists(st.integers(0, 63), min_size=3, max_size=9, unique=True))
    men = ["K", "k", *draw(st.lists(st.sampled_from("QRBNPqrbnp"), min_size=7, max_size=7))]
    board = chess.Board(None)
    for square, man in zip(squares, men, strict=False):
        board.set_piece_at(square, chess.Piece.from_symbol(man))
    board.turn = draw(st.booleans())
    if draw(st.booleans()):
        file, pawn = draw(st.integers(0, 7)), chess.Piece(chess.PAWN, not board.turn)
        arrived, board.ep_square = (32 + file, 40 + file) if board.turn else (24 + file, 16 + file)
        if board.piece_type_at(arrived) != chess.KING:
            board.set_piece_at(arrived, pawn)
    return board.fen(en_passant="fen")


FENS = st.sampled_from(GOOD) | boards()
TEXTS = FENS | mutated(FENS, LINES) | shuffled_words(FENS, WORDS) | st.text(LINES, max_size=100) | st.text()


def is_position(text: str) -> bool:
    """Return True if python-chess calls this text a possible position, and so do the rules in world/README.md."""
    words = re.split("[ \t]+", text.strip(" \t\r\n"))
    if len(text) > 120 or not 2 <= len(words) <= 6:
        return False
    fen = " ".join([*words, *("-", "-", "0", "1")[len(words) - 2 :]])
    try:
        board = chess.Board(fen)
    except ValueError:
        return False
    if board.fen(en_passant="fen") != fen or not board.is_valid():  # what is not written as usual is written otherwise
        return False
    return max(board.halfmove_clock, board.fullmove_number) < 10**9 and _promotions_fit(board) and _step_fits(board)


def _promotions_fit(board: chess.Board) -> bool:
    """Return True if neither side has more promoted pieces than missing pawns."""
    usual = {chess.QUEEN: 1, chess.ROOK: 2, chess.BISHOP: 2, chess.KNIGHT: 2, chess.PAWN: 8}
    count = {colour: {kind: len(board.pieces(kind, colour)) for kind in usual} for colour in chess.COLORS}
    more = [sum(max(0, men[kind] - number) for kind, number in usual.items()) for men in count.values()]
    return all(promoted <= 8 - men[chess.PAWN] for promoted, men in zip(more, count.values(), strict=True))


def _step_fits(board: chess.Board) -> bool:
    """Return True if a double step can just have been made: nobody was in check who was not to move."""
    if board.ep_square is None:
        return True
    before = board.copy()
    pawn = before.remove_piece_at(board.ep_square ^ 8)
    before.set_piece_at(board.ep_square ^ 24, pawn)
    before.ep_square, before.turn = None, not board.turn
    return board.halfmove_clock == 0 and not before.was_into_check()


def check(text: str) -> bool:
    """Compare both readings of a text, and the FEN and the moves that they find, with those of python-chess."""
    try:
        ours = Position(text)
    except FenError as error:
        assert "\n" not in str(error)
        ours = None
    try:
        referee = Referee(text) if text not in ("", "startpos") else None  # two words for the usual start
    except StartError as error:
        assert "\n" not in str(error)
        referee = None
    assert (ours is not None) == (referee is not None) == is_position(text), (ours, referee, text)
    if ours is None or referee is None:
        return False
    board = chess.Board(ours.fen)
    assert ours.fen == referee.fen == board.fen()
    moves = {move.uci() for move in board.legal_moves}
    assert {move.uci for move in ours.legal_moves()} == moves
    assert referee.verdict or set(referee.actions()) == {move.action for move in ours.legal_moves()}
    return True
