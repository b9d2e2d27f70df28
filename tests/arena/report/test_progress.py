"""The progress of a tournament on stderr."""

from pathlib import Path

import pytest

from arena.entrants.entrant import Entrant
from arena.report.progress import Progress
from arena.tournament.plan import make_plan

ENTRANTS = [Entrant("one", "minimax"), Entrant("two", "alphabeta")]
PLAN = make_plan(minds=["minimax", "alphabeta"], games=4)
WON = (1.0, 0.0)


def test_nothing_is_said_twice(capsys: pytest.CaptureFixture[str]) -> None:
    """Before the first game is over one line says that the minds are starting, however long that takes."""
    progress = Progress(PLAN, Path("out"), ENTRANTS, {})
    for _ in range(3):
        progress.update({}, [])
        progress.printed_at -= 11
    assert capsys.readouterr().err == "0 of 4 games; the minds are starting\n"


def test_live_standings_count_the_games_before() -> None:
    """After a resumption they are those of all games."""
    results = {"001-002-00001a": WON, "001-002-00001b": (0.0, 1.0)}
    progress = Progress(PLAN, Path("out"), ENTRANTS, {"001-002-00001a": (0, 1), "001-002-00001b": (1, 0)})
    table = progress._table(results)
    assert [str(cell) for cell in table.columns[1].cells] == ["one", "two"]


def test_games_that_are_not_played_are_not_left() -> None:
    """The time left is that of the games which will be played."""
    progress = Progress(PLAN, Path("out"), ENTRANTS, {})
    progress.unplayed = 3
    progress.update({"001-002-00001a": WON}, [])
    assert progress.games_left == 0
