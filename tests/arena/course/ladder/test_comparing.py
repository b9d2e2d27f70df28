"""Two versions of a team are compared by all games of the ladder, with an interval that holds."""

import random
from statistics import mean, stdev

import pytest

from arena.course.ladder.comparing import Row, compared
from arena.errors import CourseError
from arena.rate.pairs import fit

BASELINES = {"weak": -200.0, "strong": 150.0}


def games(generator: random.Random, versions: dict[str, float], pairs: int) -> list[Row]:
    """Games of versions of known strengths against the baselines, in pairs."""
    found: list[Row] = []
    for name, elo in versions.items():
        for baseline, other in BASELINES.items():
            for number in range(pairs):
                for first, second, ahead in ((name, baseline, elo - other), (baseline, name, other - elo)):
                    wins = generator.random() < 1 / (1 + 10 ** (-ahead / 400))
                    found.append((first, second, float(wins), f"{name} {baseline} {number}"))
    return found


def test_the_interval_holds_the_true_difference() -> None:
    """Nearly all intervals of 95 % from 60 ladders hold the difference of 60 Elo, and are as wide as it scatters.

    Versions never meet each other, so their ratings depend on each other through the baselines.
    """
    found = []
    for seed in range(60):
        rows = games(random.Random(seed), {"Ann@6": 0.0, "Ann@7": 60.0}, 40)
        found.append(compared(fit(rows), rows, BASELINES, "Ann@7", "Ann@6"))
    assert sum(abs(one.difference - 60) <= one.error for one in found) >= 53
    width = mean(one.error for one in found) / stdev(one.difference for one in found)
    assert 1.85 < width < 2.5  # 1.96 with endless ladders


def test_words_and_points() -> None:
    """The words name versions, the difference and its interval; the points are those of each baseline."""
    rows = games(random.Random(1), {"Ann@6": 0.0, "Ann@7": 400.0}, 20)
    found = compared(fit(rows), rows, BASELINES, "Ann@7", "Ann@6")
    assert str(found) == f"v7 against v6: +{round(found.difference)} ± {round(found.error)}"
    assert found.is_clear
    assert str(compared(fit(rows), rows, BASELINES, "Ann@6", "Ann@7")).startswith("v6 against v7: −")
    assert found.games == (80, 80)
    for one in found.against:
        points = [
            sum(
                score if first == name else 1 - score
                for first, second, score, _ in rows
                if {first, second} == {name, one.baseline}
            )
            for name in ("Ann@7", "Ann@6")
        ]
        assert list(one.points) == points
        assert one.games == (40, 40)


def test_a_version_that_has_not_played() -> None:
    """It cannot be compared, and is named."""
    rows = games(random.Random(1), {"Ann@6": 0.0}, 2)
    with pytest.raises(CourseError, match="'Ann@7' has not played yet"):
        compared(fit(rows), rows, BASELINES, "Ann@7", "Ann@6")
