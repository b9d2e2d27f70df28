"""The drills on a course in small forms; `python -m tests.drills.season` and `... course_load` are the whole ones."""

import pytest

from tests.drills.classroom import Step
from tests.drills.season_order import Interval, judge_orders
from tests.drills.season_shares import Look, judge_shares
from tests.drills.test_process_drills import drill


@pytest.mark.drill
def test_a_short_season_loses_nothing() -> None:
    """Three students hand in while server and background are killed: all is kept, and the games are whole."""
    lines = drill("season", "--students", "3", "--minutes", "0.5").splitlines()
    assert [line.split()[:4] for line in lines if line.startswith("kill -9")][-1][2:] == ["3", "0"]


@pytest.mark.drill
def test_a_small_crowd_is_answered() -> None:
    """Three students and ten watchers use a course whose ladder goes on: every answer is as it should be."""
    options = ("--students", "3", "--watchers", "10", "--seconds", "10", "--games", "300")
    assert "background" in drill("course_load", *options)


def look(at: float, games: int, **spent: float) -> Look:
    """A look at teams that have played as often, and spent so much; all of them play."""
    return Look(at, dict.fromkeys(spent, games), spent, frozenset(spent))


def test_shares_are_compared_while_all_play() -> None:
    """A team that came late counts from when it came; one with half of an equal share is named, and the widest are."""
    before = [look(0.0, 0, a=0.0, b=0.0), look(100.0, 300, a=50.0, b=50.0, c=0.0)]
    step = judge_shares([*before, look(400.0, 400, a=59.9, b=61.0, c=10.0)], is_long=True)
    assert step.wrong == []
    assert step.figures.startswith("3 teams in 300 s, 100 to 100 games and 10.30 s each: from -3.9% (a, 100 games)")
    step = judge_shares([*before, look(400.0, 400, a=60.0, b=60.0, c=4.0)], is_long=True)
    assert {fault.split()[0] for fault in step.wrong} == {"a", "b", "c"}


@pytest.mark.parametrize("last", [look(400.0, 310, a=60.0, b=60.0), look(240.0, 400, a=60.0, b=60.0)])
def test_few_games_are_not_compared(last: Look) -> None:
    """Too few games of a team, or too short a time, are a fault of a long season, and said of a short one."""
    looks = [look(100.0, 300, a=50.0, b=0.0), last]
    assert "too few games" in judge_shares(looks, is_long=True).wrong[0]
    short = judge_shares(looks, is_long=False)
    assert (short.wrong, "too few games" in short.figures) == ([], True)


def test_a_team_that_rests_is_not_compared() -> None:
    """One that was disqualified meanwhile has no share."""
    looks = [look(0.0, 0, a=0.0, b=0.0, c=0.0), look(400.0, 100, a=10.0, b=10.0)]
    step = judge_shares(looks, is_long=True)
    assert (step.wrong, step.figures[:7]) == ([], "2 teams")


ORDERED: list[Interval] = [(0, 10), (20, 30), (40, 50)]


@pytest.mark.parametrize(
    ("other", "is_long", "faults"),
    [
        (ORDERED, True, []),
        ([(20, 30), (0, 10), (40, 50)], True, ["a and b"]),
        ([(15, 30), (0, 25), (40, 50)], True, []),  # the first two overlap in one of both
        ([(0, 90)] * 3, True, ["too few"]),
        ([(0, 90)] * 3, False, []),
    ],
)
def test_orders_contradict_beyond_both_intervals(other: list[Interval], is_long: bool, faults: list[str]) -> None:
    """A pair that is clear one way here and the other way there is named; where few are clear, nothing is shown."""
    step = Step("order")
    judge_orders(step, "abc", (ORDERED, other), is_long)
    assert [fault[:7] for fault in step.wrong] == faults
