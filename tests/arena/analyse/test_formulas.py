"""The formulas of accuracy at known values, and what holds for all values."""

from math import exp, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import stdtrit

from arena.analyse.formulas import accuracy, centipawn_loss, win_loss, win_probability
from arena.analyse.intervals import clustered_mean, student
from arena.analyse.judgement import CAP, Judgement
from arena.analyse.positions import phase_of

VALUES = st.floats(-3000, 3000)


@pytest.mark.parametrize(
    ("centipawns", "percentage"), [(0, 50.0), (100, 59.1025), (-100, 40.8975), (300, 75.1126), (1000, 97.5447)]
)
def test_win_probability(centipawns: float, percentage: float) -> None:
    """Values in centipawns have the win probabilities that lichess's formula gives, worked out by hand."""
    assert 100 * win_probability(np.array(float(centipawns))) == pytest.approx(percentage, abs=1e-3)


@pytest.mark.parametrize(("lost", "expected"), [(0, 99.9999), (10, 63.5819), (20, 40.0199), (50, 8.5305), (99, 0.0)])
def test_accuracy(lost: float, expected: float) -> None:
    """Points of win probability that are lost have the accuracy that lichess's formula gives, and never less than 0."""
    assert accuracy(np.array(lost / 100)) == pytest.approx(expected, abs=1e-3)
    assert expected == pytest.approx(max(0.0, 103.1668 * exp(-0.04354 * lost) - 3.1669), abs=1e-3)


@given(VALUES, VALUES)
def test_losses_are_bounded(best: float, after: float) -> None:
    """No move gains, none loses more than from one cap to the other, and more than the cap is worth nothing."""
    one, other = np.array(best), np.array(after)
    assert 0 <= centipawn_loss(one, other) <= 2 * CAP
    assert 0 <= win_loss(one, other) <= 1
    assert 0 <= accuracy(win_loss(one, other)) <= 100
    assert centipawn_loss(one, other) == centipawn_loss(np.clip(one, -CAP, CAP), np.clip(other, -CAP, CAP))
    assert bool(centipawn_loss(one, other)) >= bool(win_loss(one, other))


def test_both_values_are_capped_before_they_are_subtracted() -> None:
    """A win that stays larger than the cap loses nothing, and one that shrinks below it only what is below the cap."""
    assert centipawn_loss(np.array(3000.0), np.array(1200.0)) == 0
    assert centipawn_loss(np.array(3000.0), np.array(900.0)) == 100


@pytest.mark.parametrize(
    ("score", "mate", "value"),
    [(31, None, 31), (4000, None, CAP), (-4000, None, -CAP), (None, 3, CAP), (None, -3, -CAP), (None, 0, -CAP)],
)
def test_the_value_of_a_judgement(score: int | None, mate: int | None, value: int) -> None:
    """A judgement's value is its score within the cap; a mate is worth the cap, for the side that gives it."""
    assert Judgement("fen", "12,28", score, mate).value == value


def test_a_promotion_without_a_letter_is_to_a_queen() -> None:
    """The engine's e7e8q is the move that a mind wrote as 52,60."""
    assert Judgement("fen", "52,60,q", 0).is_best("52,60")
    assert not Judgement("fen", "52,60,n", 0).is_best("52,60")


@pytest.mark.parametrize(
    ("fen", "phase"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "opening"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 12", "opening"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 13", "middlegame"),
        ("rn2k1n1/8/8/8/8/8/8/RNB1KB2 w - - 0 5", "opening"),
        ("rn2k3/8/8/8/8/8/8/RNB1KB2 w - - 0 5", "endgame"),
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 40", "endgame"),
    ],
)
def test_phases(fen: str, phase: str) -> None:
    """The endgame has six pieces or fewer besides kings and pawns; before, twelve moves are the opening."""
    assert phase_of(fen) == phase


@pytest.mark.parametrize("freedom", [*range(1, 15), 20, 30, 100, 1000])
def test_student_is_that_of_scipy(freedom: int) -> None:
    """The reach of intervals is Student's t."""
    assert student(freedom) == pytest.approx(stdtrit(freedom, 0.975), rel=1e-3)


def test_a_mean_of_single_values_has_its_usual_error() -> None:
    """With one value in each cluster the interval is the textbook's for a mean."""
    values = np.array([3.0, 1.0, 4.0, 1.0, 5.0, 9.0])
    mean, error = clustered_mean(values, np.arange(6))
    assert mean == pytest.approx(values.mean())
    assert error == pytest.approx(stdtrit(5, 0.975) * values.std(ddof=1) / sqrt(6), rel=1e-4)


def test_values_that_repeat_in_a_cluster_count_once() -> None:
    """Ten copies of each value within its cluster leave the interval as it is; one cluster has none."""
    values = np.array([3.0, 1.0, 4.0, 1.0, 5.0, 9.0])
    assert clustered_mean(np.repeat(values, 10), np.repeat(np.arange(6), 10)) == pytest.approx(
        clustered_mean(values, np.arange(6))
    )
    assert np.isnan(clustered_mean(values, np.zeros(6, dtype=int))[1])
