"""The practical's evaluation: the same for both sides, and castling worth what it was meant to be worth."""

import hashlib

import pytest

from minds import Position
from minds.board.tables import VALUES
from minds.evaluation.practical.evaluation import practical_score
from minds.evaluation.practical.tables import ENDGAME, MIDGAME
from tests.minds.conftest import middlegames


def mirrored(position: Position) -> Position:
    """The same with colours changed."""
    board, turn, castling, passed, *rest = position.fen.split()
    rights = "".join(sorted(castling.swapcase())) if castling != "-" else "-"
    passed = passed if passed == "-" else passed[0] + {"3": "6", "6": "3"}[passed[1]]
    rows = "/".join(row.swapcase() for row in reversed(board.split("/")))
    return Position(" ".join([rows, "b" if turn == "w" else "w", rights, passed, *rest]))


def test_both_sides_are_judged_alike() -> None:
    """A position and its mirror image are worth the same to who is to move."""
    for position in middlegames(200):
        assert practical_score(position) == practical_score(mirrored(position)), position.fen


def without_castling(position: Position) -> int:
    """Material and the practical's tables alone, slowly."""
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
    """Nobody is better at the start."""
    assert practical_score(Position()) == 0


def test_values_are_the_practicals() -> None:
    """Pawn 100, knight 320, bishop 325, rook 500, queen 900; and a knight on the rim is dim."""
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
    """A king on its wing with no rook shut in beside it counts as castled, whichever way it went."""
    position = Position(FULL.format(white))
    assert practical_score(position) - without_castling(position) == bonus


@pytest.mark.parametrize(("rank", "bonus"), [("2KR3R", 30), ("1K1R3R", 30), ("RK5R", 0), ("R1K4R", 0), ("R3K2R", 0)])
def test_castling_on_the_other_wing(rank: str, bonus: int) -> None:
    """The long way counts as much."""
    position = Position(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/{rank} w - - 0 1")
    full = position.state[0].phase
    assert practical_score(position) - without_castling(position) == int(bonus * full / 24)


def test_castling_means_nothing_when_the_pieces_are_gone() -> None:
    """With pawns and kings alone there is nothing to hide from."""
    position = Position("4k3/pppp4/8/8/8/8/5PPP/6K1 w - - 0 1")
    assert practical_score(position) == without_castling(position)
