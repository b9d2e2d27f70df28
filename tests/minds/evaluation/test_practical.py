"""The practical's evaluation treats both sides alike, and its castling bonus is 30."""

import hashlib

import pytest

from minds import Position
from minds.board.tables import VALUES
from minds.evaluation.practical.evaluation import practical_score
from minds.evaluation.practical.tables import ENDGAME, MIDGAME
from tests.minds.conftest import middlegames


def mirrored(position: Position) -> Position:
    """The position with colours exchanged."""
    board, turn, castling, passed, *rest = position.fen.split()
    rights = "".join(sorted(castling.swapcase())) if castling != "-" else "-"
    passed = passed if passed == "-" else passed[0] + {"3": "6", "6": "3"}[passed[1]]
    rows = "/".join(row.swapcase() for row in reversed(board.split("/")))
    return Position(" ".join([rows, "b" if turn == "w" else "w", rights, passed, *rest]))


def test_both_sides_are_judged_alike() -> None:
    """A position and its mirror image have the same score for the side to move."""
    for position in middlegames(200):
        assert practical_score(position) == practical_score(mirrored(position)), position.fen


def without_castling(position: Position) -> int:
    """Material and the practical's tables alone, computed square by square."""
    totals = []
    for table in (MIDGAME, ENDGAME):
        totals.append(0)
        for square, number in enumerate(position.squares):
            if number:
                letter, black = "KQRBNP"[(number - 1) % 6], number > 6
                worth = VALUES[letter] + table[letter][square if black else square ^ 56]
                totals[-1] += -worth if black else worth
    share = min(int(position.state[0].phase), 24)
    total = int((totals[0] * share + totals[1] * (24 - share)) / 24)
    return -total if position.turn else total


def test_the_start_is_level() -> None:
    """The start position scores 0."""
    assert practical_score(Position()) == 0


def test_values_are_the_practicals() -> None:
    """The piece values and all 384 table entries are the practical's."""
    assert VALUES == {"K": 0, "Q": 900, "R": 500, "B": 325, "N": 320, "P": 100}
    drawn = repr(sorted(MIDGAME.items())).encode()
    assert hashlib.sha256(drawn).hexdigest()[:16] == "f3f079ff1fe236d6", "the practical's tables, all 384 numbers"


FULL = "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQ{0} w - - 0 1"


@pytest.mark.parametrize(
    ("white", "bonus"),
    [
        ("1RK1", 0),  # both have castled
        ("K2R", -30),  # only Black has
        ("2KR", -30),  # walked, with the rook shut in
        ("1R1K", 0),  # castled, and stepped into the corner
    ],
)
def test_castling_is_worth_thirty(white: str, bonus: int) -> None:
    """A king on its wing without a rook shut in beside it counts as castled, however it came there."""
    position = Position(FULL.format(white))
    assert practical_score(position) - without_castling(position) == bonus


@pytest.mark.parametrize(("rank", "bonus"), [("2KR3R", 30), ("1K1R3R", 30), ("RK5R", 0), ("R1K4R", 0), ("R3K2R", 0)])
def test_castling_on_the_other_wing(rank: str, bonus: int) -> None:
    """Queenside castling counts as much."""
    position = Position(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/{rank} w - - 0 1")
    full = position.state[0].phase
    assert practical_score(position) - without_castling(position) == int(bonus * full / 24)


def test_castling_means_nothing_when_the_pieces_are_gone() -> None:
    """With kings and pawns only, castling counts nothing."""
    position = Position("4k3/pppp4/8/8/8/8/5PPP/6K1 w - - 0 1")
    assert practical_score(position) == without_castling(position)
