"""`arena run`: a tournament, from the minds to the plots."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli.lobby import lobby, lobby_options
from arena.cli.plan import TRUST, plan_options, read_options
from arena.errors import StoreError
from minds.errors import quoted

if TYPE_CHECKING:
    from arena.crew.local import CrewOf
    from arena.store.queries import Results
    from arena.tournament.plan import Plan


@click.command(short_help="Play a tournament.")
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@click.option("--plan", "path", type=click.Path(path_type=Path), metavar="FILE", help="Take the plan from a TOML file.")
@plan_options()
@TRUST
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where to. [default: results/DATE-PLAN]")
@lobby_options
@click.option("--json", "as_json", is_flag=True, help="Print the standings as JSON.")
def run(
    specs: tuple[str, ...],
    path: Path | None,
    trusted: bool,
    out: Path | None,
    port: int | None,
    host: str,
    password: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Play a tournament between minds, the house's if none are named, and leave tables, games and plots.

    Every pairing plays the same openings, each with both seatings. A folder that holds the same plan already is gone
    on with.
    """
    from arena.cell.admission import admit

    plan = read_options(specs, path, options)
    folder = out if out is not None else Path("results") / f"{time.strftime('%Y%m%d-%H%M%S')}-{plan.identity[:6]}"
    admit(plan.minds, trusted, remote=port is not None)
    make_folder(folder)
    with lobby(plan, port, host, password) as crew_of:
        play(folder, plan, as_json, trusted, crew_of)


def make_folder(folder: Path) -> None:
    """A folder for a tournament, if it is not there."""
    if folder.exists() and not folder.is_dir():
        raise StoreError(f"--out {quoted(str(folder))} is a file; expected a folder")
    folder.mkdir(parents=True, exist_ok=True)


def play(folder: Path, plan: "Plan | None", as_json: bool, trusted: bool, crew_of: "CrewOf | None" = None) -> None:
    """Play what is due in a folder, by this plan or by its own, and report."""
    from arena.report.progress import Progress
    from arena.store.store import open_store
    from arena.tournament.driver import play_tournament, read_openings
    from arena.tournament.sprt import TEST

    with open_store(folder, must_exist=plan is None) as store:
        if store.told(TEST) is not None:
            raise StoreError(f"{quoted(str(folder))} holds a test; go on with arena sprt and the same --out")
        if plan is not None:
            if store.has_plan and store.plan.identity != plan.identity:
                said = "holds another tournament; choose another --out, or arena resume"
                raise StoreError(f"{quoted(str(folder))} {said}")
            read_openings(plan)
            if not store.has_plan:
                store.set_plan(plan)
        store.check_sources()
        with store.alone(), Progress(store.plan, folder) as progress:
            play_tournament(store, progress.tell, trusted, crew_of)
    report(folder, as_json)


def report(folder: Path, as_json: bool) -> None:
    """Make all views anew, and print the standings."""
    from arena.report.report import remarks, write_report

    results = write_report(folder)
    if as_json:
        click.echo(results.standings.to_json(orient="records"))
        return
    show(results)
    for remark in remarks(results):
        click.echo(remark)
    click.echo(f"report: {folder / 'report.html'}", err=True)


def show(results: "Results") -> None:
    """The standings as a table in the terminal."""
    from arena.cli.tables import print_table

    table = results.standings
    if not table["forfeits"].any():
        table = table.drop(columns="forfeits")
    heads = {"error": "±", "percent": "%"}
    rows = [[_cell(name, cell) for name, cell in zip(table.columns, row, strict=True)] for row in table.to_numpy()]
    print_table([heads.get(name, name) for name in table.columns], rows)


def _cell(column: str, value: Any) -> str:
    if column == "elo":
        return f"{round(value) + 0.0:+.0f}"  # of -0.4, +0
    return f"{value:.0f}" if column == "error" and value >= 1 else str(value)
