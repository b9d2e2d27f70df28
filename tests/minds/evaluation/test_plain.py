"""The plain ideas see what they claim, checked with python-chess, and treat both sides alike."""

import chess
import pytest

from minds import Position
from minds.errors import ParameterError
from minds.evaluation.plain.evaluation import plain_score
from minds.evaluation.plain.ideas import IDEAS, ideas_of
from minds.evaluation.practical.evaluation import practical_score
from tests.minds.conftest import middlegames
from tests.minds.evaluation.test_practical import mirrored

WORTH = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 325, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}


def for_white(position: Position, name: str) -> int:
    return plain_score(position, name) * (1 if position.turn == 0 else -1)


def signed(board: chess.Board, colour: chess.Color, count: int) -> int:
    return count if colour == chess.WHITE else -count


@pytest.mark.parametrize("name", IDEAS)
def test_both_sides_are_judged_alike(name: str) -> None:
    """A position and its mirror image have the same score for the side to move."""
    for position in middlegames(100):
        assert plain_score(position, name) == plain_score(mirrored(position), name), position.fen


def test_ideas_add_up() -> None:
    """A sum of ideas is the sum of their scores; material, tables and castling are the practical's evaluation."""
    for position in middlegames(100):
        if plain_score(position, "mating") == 0:
            assert plain_score(position, "+".join(IDEAS)) == sum(plain_score(position, name) for name in IDEAS)
        assert abs(plain_score(position, "material+tables+castling") - practical_score(position)) <= 1, "but rounding"


def test_control_counts_looks() -> None:
    """Every attacked square counts once for each attacker, the four in the centre twice."""
    for position in middlegames(100):
        board, total = chess.Board(position.fen), 0
        for square, piece in board.piece_map().items():
            seen = board.attacks(square)
            total += signed(board, piece.color, len(seen) + len(seen & chess.BB_CENTER))
        assert for_white(position, "control") == 10 * total


def test_attacked_pieces_count_nine_tenths() -> None:
    """A piece with more attackers than defenders costs nine tenths of its value."""
    for position in middlegames(100):
        board, total = chess.Board(position.fen), 0
        for square, piece in board.piece_map().items():
            if len(board.attackers(not piece.color, square)) > len(board.attackers(piece.color, square)):
                total -= signed(board, piece.color, 9 * WORTH[piece.piece_type] // 10)
        assert for_white(position, "attacked") == total


def test_mobility_counts_squares() -> None:
    """Mobility counts squares without own pieces, for every piece but pawns."""
    for position in middlegames(100):
        board, total = chess.Board(position.fen), 0
        for square, piece in board.piece_map().items():
            if piece.piece_type != chess.PAWN:
                free = board.attacks(square) & ~board.occupied_co[piece.color]
                total += signed(board, piece.color, len(free))
        assert for_white(position, "mobility") == 4 * total


def test_safety_counts_who_looks_at_the_king() -> None:
    """Safety counts ten for each attacked square around a king and fifty for a check."""
    for position in middlegames(100):
        board, total = chess.Board(position.fen), 0
        for colour in chess.COLORS:
            king = board.king(colour)
            assert king is not None
            around = chess.SquareSet(chess.BB_KING_ATTACKS[king] | chess.BB_SQUARES[king])
            looked_at = sum(board.is_attacked_by(not colour, square) for square in around)
            total -= signed(board, colour, 10 * looked_at + 50 * board.is_attacked_by(not colour, king))
        assert for_white(position, "safety") == total


@pytest.mark.parametrize(
    ("name", "fen", "worth"),
    [
        ("material", "4k3/8/8/8/8/8/4P3/QRBNK3 w - - 0 1", 900 + 500 + 325 + 320 + 100),
        ("castling", "r1bq1rk1/ppppppbp/2n2np1/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", -30),
        ("centre", "4k3/8/8/3n4/4P3/2N5/8/4K3 w - - 0 1", 10 + 5 - 10),
        ("development", "1n2k3/8/2n5/8/8/2N2B2/8/4KB2 w - - 0 1", 15),
        ("doubled", "4k3/p7/p7/p7/8/P7/P1P5/4K3 w - - 0 1", 20 - 10),
        ("advanced", "4k3/p7/8/1p6/8/8/P6P/4K3 w - - 0 1", -4),
        ("advanced", "4k3/6P1/8/8/8/8/8/4K3 b - - 0 1", 10),
        ("mating", "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", 10 * 6 + 4 * (14 - 3)),
        ("mating", "8/8/8/3k4/8/8/8/K6r w - - 0 1", -(10 * 6 + 4 * (14 - 7))),
        ("mating", "k7/7p/1K6/8/8/8/8/6Q1 w - - 0 1", 0),
        ("tables", "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", 20),
    ],
)
def test_ideas_are_worth_what_they_say(name: str, fen: str, worth: int) -> None:
    """Each idea has its score in a position with little else."""
    assert for_white(Position(fen), name) == worth


def test_against_a_bare_king_nothing_else_matters() -> None:
    """Against a bare king only material and mating count."""
    position = Position("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1")
    assert plain_score(position, "+".join(IDEAS)) == plain_score(position, "material+mating")
    assert plain_score(position, "material+mobility") > plain_score(position, "material")


@pytest.mark.parametrize("names", ["", "material+", "matter", "material, mobility", "all"])
def test_unknown_ideas_are_named(names: str) -> None:
    """An unknown idea is rejected with the list of ideas."""
    with pytest.raises(ParameterError, match="expected some of material, tables"):
        ideas_of(names)
