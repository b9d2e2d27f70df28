"""The champion drives a lone king to where it can be mated."""

import pytest

from minds import Position
from minds.evaluation.tuned.ideas import ENDINGS
from tests.minds.evaluation.test_knowledge import evaluation


def known(fen: str) -> int:
    """The idea's score for White."""
    position = Position(fen)
    added = evaluation(position, ENDINGS) - position.score
    return added if position.turn == 0 else -added


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        ("8/8/8/3k4/8/8/8/KR6 w - - 0 1", "8/8/3k4/8/8/8/8/KR6 w - - 0 1"),  # a step from the middle
        ("k7/8/8/8/8/8/8/KR6 w - - 0 1", "k7/8/8/8/8/8/K7/1R6 w - - 0 1"),  # our king a step nearer
        ("k7/8/2K5/8/8/8/8/2BN4 w - - 0 1", "7k/8/5K2/8/8/8/8/2BN4 w - - 0 1"),  # h8 is dark, as c1 is; a8 is not
    ],
)
def test_a_lone_king_is_driven(worse: str, better: str) -> None:
    """Driving the king from the centre, approaching it, and the right corner for the bishop each add to the score."""
    assert 0 < known(worse) < known(better)


@pytest.mark.parametrize("fen", ["8/8/3k4/8/8/8/P7/KR6 w - - 0 1", "n7/8/3k4/8/8/8/8/KR6 w - - 0 1"])
def test_only_who_is_alone_is_driven(fen: str) -> None:
    """With a pawn or another piece on the board the idea adds nothing."""
    assert known(fen) == 0


def test_it_is_the_same_for_black() -> None:
    """The score is the same for both colours and whoever is to move."""
    assert known("8/8/3k4/8/8/8/8/KR6 w - - 0 1") == known("8/8/3k4/8/8/8/8/KR6 b - - 0 1") > 0
    assert known("kr6/8/8/8/8/3K4/8/8 b - - 0 1") == -known("8/8/3k4/8/8/8/8/KR6 w - - 0 1")
