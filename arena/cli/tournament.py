"""The steps that `arena run`, `resume`, `sprt` and `report` share: a folder, its games, its report, the standings."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.errors import StoreError
from minds.errors import quoted

if TYPE_CHECKING:
    from arena.crew.crew import CrewOf
    from arena.entrants.roster import Entered
    from arena.store.queries import Results
    from arena.tournament.plan import Plan

HEADINGS = {"error": "±", "percent": "%"}


def make_folder(folder: Path) -> None:
    """Make a folder for a tournament, if there is none yet."""
    if folder.exists() and not folder.is_dir():
        raise StoreError(f"--out {quoted(str(folder))} is a file; expected a folder")
    folder.mkdir(parents=True, exist_ok=True)


def plan_in(folder: Path, must_exist: bool = True) -> "Plan | None":
    """Return the plan of the tournament in a folder, or None; raise StoreError if the folder holds a test."""
    from arena.store.store import FILE, open_store
    from arena.tournament.sprt import TEST

    if not must_exist and not (folder / FILE).exists():
        return None
    with open_store(folder) as store:
        if store.circumstance(TEST) is not None:
            raise StoreError(f"{quoted(str(folder))} holds a test; go on with arena sprt and the same --out")
        return store.plan if must_exist or store.has_plan else None


def play(
    folder: Path,
    plan: "Plan",
    as_json: bool,
    trusted: bool,
    crew_of: "CrewOf | None",
    entered: "Sequence[Entered] | None" = None,
) -> None:
    """Play the games of a plan that are not finished, then report."""
    from arena.report.progress import Progress
    from arena.store.store import open_store
    from arena.tournament.driver import enter, play_tournament

    with open_store(folder, must_exist=False) as store, store.alone():
        openings = enter(store, plan, entered)
        with Progress(plan, folder, store.entrants()) as progress:
            play_tournament(store, progress.update, trusted, crew_of, openings)
    report(folder, as_json)


def report(folder: Path, as_json: bool) -> None:
    """Write the report, and print the standings."""
    from arena.report.remarks import remarks
    from arena.report.report import write_report

    results = write_report(folder)
    if as_json:
        click.echo(results.standings.to_json(orient="records"))
        return
    print_standings(results)
    for remark in remarks(results):
        click.echo(remark)
    click.echo(f"report: {folder / 'report.html'}", err=True)


def print_standings(results: "Results") -> None:
    """Print the standings as a table; forfeits have a column if there are any."""
    from arena.cli.tables import print_table

    table = results.standings
    if not table["forfeits"].any():
        table = table.drop(columns="forfeits")
    columns: Sequence[str] = list(table.columns)
    rows = [[_cell(name, cell) for name, cell in zip(columns, row, strict=True)] for row in table.to_numpy()]
    print_table([HEADINGS.get(name, name) for name in columns], rows)


def _cell(column: str, value: Any) -> str:
    if column == "elo":
        return f"{round(value) + 0.0:+.0f}"  # -0.4 is +0
    return f"{value:.0f}" if column == "error" and value >= 1 else str(value)
