"""The steps that `arena run`, `resume`, `sprt` and `report` share: a folder, its games, its report, the standings."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli import FAILED
from arena.errors import StoreError
from minds.errors import quoted
from world.errors import printable

if TYPE_CHECKING:
    from arena.crew.crew import CrewOf
    from arena.entrants.roster import Entered
    from arena.entrants.submissions import Rejection
    from arena.report.summary import Summary
    from arena.tournament.plan import Plan
    from arena.tournament.schedule import Results, Task
    from world.record import Record


SHORT_HEADINGS = {"wins": "W", "draws": "D", "losses": "L", "forfeits": "forf.", "unplayed": "unpl."}


def make_folder(folder: Path) -> None:
    """Make a folder for a tournament, if there is none yet."""
    from arena.store.portable import is_portable
    from arena.store.store import FILE

    if folder.exists() and not folder.is_dir():
        raise StoreError(f"--out {quoted(str(folder))} is a file; expected a folder")
    if folder.exists() and any(folder.iterdir()) and not (folder / FILE).exists() and not is_portable(folder):
        raise StoreError(f"--out {quoted(str(folder))} holds files of no tournament; expected a new or an empty folder")
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
    rejected: "Sequence[Rejection] | None" = None,
) -> None:
    """Play the games of a plan that are not finished, then report.

    `rejected` are noted for the fault sheet; without them, those of before stay on it.
    """
    from arena.cell.launch import are_loading
    from arena.report.progress import Progress
    from arena.report.reporter import Reporter
    from arena.store.rejected import note_rejected
    from arena.store.store import open_store
    from arena.tournament.driver import enter, play_tournament
    from arena.tournament.formats import unplayed

    with Reporter(folder) as reporter:
        with open_store(folder, must_exist=False) as store, store.alone():
            openings = enter(store, plan, entered)
            if rejected is not None:
                note_rejected(store, rejected)
            with Progress(plan, folder, store.entrants(), store.seats()) as progress:
                progress.forfeits = len(store.forfeits())

                def update(results: "Results", news: "list[tuple[Task, Record]]") -> None:
                    out = store.standing("disqualified")
                    if out != progress.disqualified or any(record.ending.fault for _, record in news):
                        progress.disqualified, progress.unplayed = out, len(unplayed(plan, openings, results, out))
                        progress.forfeits = len(store.forfeits())
                    if news or not are_loading():  # meanwhile a zygote says itself what it compiles
                        progress.update(results, news)
                    reporter.update(progress.games_left, progress.seconds_left)

                void = play_tournament(store, update, trusted, crew_of, openings)
        if void:
            click.echo(f"arena: {void_line(void)}; arena resume {shlex.quote(str(folder))} plays them", err=True)
        show(folder, as_json, reporter.summary() or make_report(folder))
    if void:
        raise click.exceptions.Exit(FAILED)


def void_line(void: "Mapping[str, str]") -> str:
    """Return a line on games that were not played, given by name with the reasons."""
    (name, reason), number = next(iter(void.items())), len(void)
    games = f"game {name} is" if number == 1 else f"{number} games, such as {name}, are"
    return f"{games} void and not counted: {printable(reason)}"


def make_report(folder: Path) -> "Summary":
    """Write the report in this process, and return its summary."""
    from arena.report.report import write_report
    from arena.report.summary import summarize

    return summarize(write_report(folder))


def show(folder: Path, as_json: bool, summary: "Summary") -> None:
    """Print the standings, the remarks on them, and three lines that conclude: leader, what is open, the page."""
    from arena.cli.tables import print_line, print_table
    from arena.report.conclusion import RESUME

    if as_json:
        click.echo(summary.json)
        return
    print_table(summary.columns, summary.rows, SHORT_HEADINGS)
    resume = f"arena resume {shlex.quote(str(folder))}"
    for line in (*summary.remarks, "", *(line.replace(RESUME, resume) for line in summary.conclusion)):
        print_line(line)
    click.echo(f"report: {folder / 'report.html'}", err=True)
