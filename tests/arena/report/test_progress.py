"""The progress of a tournament on stderr."""

from pathlib import Path

import pytest
from rich.console import Console

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


def test_the_last_line_says_what_is_done_next(capsys: pytest.CaptureFixture[str]) -> None:
    """When all games are over, one line sums them up and says that the report is being written."""
    with Progress(PLAN, Path("out"), ENTRANTS, {"001-002-00001a": (0, 1)}) as progress:
        progress.forfeits, progress.unplayed = 1, 3
        progress.update({"001-002-00001a": WON}, [])
    assert capsys.readouterr().err.splitlines()[-1] == "1 of 4 games, 1 forfeit, 3 not played; writing the report"


def test_live_columns_stay_in_their_places() -> None:
    """The table is as wide for one mind as for all, long names are cut, and those without a row are counted."""
    many = [Entrant(f"mind-{number}", "minimax") for number in range(40)] + [Entrant("long-" * 12, "minimax")]
    seats = {f"001-002-{number:05}a": (2 * number, 2 * number + 1) for number in range(20)}
    progress = Progress(PLAN, Path("out"), many, seats)
    progress.console = Console(width=80, height=24)
    few, all_of_them = (progress._table(dict.fromkeys(list(seats)[:count], WON)) for count in (1, 20))
    assert progress.console.measure(few) == progress.console.measure(all_of_them)
    assert progress.console.measure(few).maximum < 50
    assert str(list(all_of_them.columns[1].cells)[-1]) == "… 26 more"
