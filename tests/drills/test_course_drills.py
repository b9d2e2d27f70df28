"""The drills on a course in small forms; `python -m tests.drills.season` and `... course_load` are the whole ones."""

from pathlib import Path

import pytest

from tests.drills.season_ladder import LadderWatch, Look
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


def test_shares_are_compared_while_all_play(tmp_path: Path) -> None:
    """A team that came late counts from when it came; one with half of an equal share is named."""
    watch = LadderWatch(tmp_path)
    early = Look(0.0, 0, {"a": 0.0, "b": 0.0}, frozenset("ab"))
    came = Look(100.0, 300, {"a": 50.0, "b": 50.0, "c": 0.0}, frozenset("abc"))
    for spent, named in (({"a": 60.0, "b": 61.0, "c": 10.0}, []), ({"a": 60.0, "b": 60.0, "c": 4.0}, ["c"])):
        watch.looks = [early, came, Look(400.0, 600, spent, frozenset("abc"))]
        step = watch.judge_shares(is_long=True)
        assert "3 teams in 300 s" in step.figures
        assert {fault.split()[0] for fault in step.wrong} >= set(named)
        assert bool(step.wrong) == bool(named)
    watch.looks[-1] = watch.looks[-1]._replace(games=310)
    assert "too few" in watch.judge_shares(is_long=True).wrong[0]
    assert not watch.judge_shares(is_long=False).wrong
