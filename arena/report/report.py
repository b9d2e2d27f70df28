"""Write a tournament's report from its store: page, tables, games and plots."""

import base64
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TextIO

import jinja2

from arena.errors import StoreError
from arena.report import plots
from arena.report.aside import aside, processors
from arena.report.names import on_hover
from arena.report.summary import summarize
from arena.report.tables import write_moves, write_table
from arena.store.queries import Results, load
from arena.store.store import open_store
from world.errors import printable, quoted
from world.registry import find

GAMES_OF_A_PART = 500  # at least, for a process of its own
MAX_INCIDENTS, MAX_LOG_LENGTH = 200, 2000  # on the page


@dataclass(frozen=True)
class Table:
    """A table on the page."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    remarks: list[str]
    lines: frozenset[int] = frozenset()  # the rows below which a tier ends


def write_report(folder: Path) -> Results:
    """Write all files of a report into the tournament's folder, and return its results."""
    results = load(folder)
    if not results.count:
        raise StoreError(f"{quoted(str(folder))} holds no games to report; arena resume plays them")
    with games_aside(results), aside(lambda: write_moves(folder, folder / "moves.csv")):
        write_table(results.standings, folder / "standings.csv")
        write_table(results.games, folder / "games.csv")
        if not results.is_solo:
            write_table(results.crosstable.reset_index(), folder / "crosstable.csv")
        names = plots.draw_all(results, folder)
    (folder / "report.html").write_text(_page(results, folder, names), encoding="utf-8")
    return results


@contextmanager
def games_aside(results: Results) -> Iterator[None]:
    """Write all games, in the order of their names, beside the body: PGN for chess, text for other worlds."""
    path = results.folder / ("games.pgn" if results.plan.world == "chess" else "games.txt")
    count = results.count
    parts = max(1, min(processors(), count // GAMES_OF_A_PART))
    with ExitStack() as stack:
        files = [stack.enter_context(path.open("w", encoding="utf-8"))]
        files += [stack.enter_context(TemporaryFile("w+", encoding="utf-8", dir=path.parent)) for _ in range(1, parts)]
        works = [
            partial(_write_games, results.folder, file, count * part // parts, count * (part + 1) // parts)
            for part, file in enumerate(files)
        ]
        with aside(*works):
            yield
        files[0].seek(0, os.SEEK_END)
        for file in files[1:]:
            file.seek(0)
            shutil.copyfileobj(file, files[0])


def _write_games(folder: Path, file: TextIO, first: int, end: int) -> None:
    with open_store(folder, examine="games") as store:
        world = find(store.plan.world)
        for record in store.records(first=first, count=end - first):
            file.write(world.getrecord(record))
        file.flush()


def _page(results: Results, folder: Path, drawn: list[str]) -> str:
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True)
    environment.filters["on_hover"] = on_hover
    with open_store(folder, examine="games") as store:
        plan = store.plan
        where = " · ".join(f"{name} {value}" for name, value in store.db.execute("SELECT * FROM circumstances"))
    incidents = results.first_incidents(MAX_INCIDENTS)
    counts = (f"{len(results.minds)} minds", f"{len(results.games)} games")
    return environment.get_template("page.html").render(
        title=folder.resolve().name,
        about=", ".join([plan.world, plan.format, *counts, plan.budget_text]),
        tables=list(_tables(results)),
        plots=[{"name": name, "title": plots.title(name), "data": _base64(folder / f"{name}.png")} for name in drawn],
        incidents=[_incident(row) for row in incidents.to_dict("records")],
        more=len(results.faults) - len(incidents),
        plan=plan.to_toml(),
        circumstances=where,
    )


def _base64(path: Path) -> str:
    return base64.b64encode(path.read_bytes()).decode()


def _tables(results: Results) -> Iterator[Table]:
    standings = results.standings
    summary = summarize(results)
    lines = frozenset(results.standings.index[standings["tier"].shift(-1, fill_value=0) > standings["tier"]])
    yield Table("Standings", summary.columns, summary.rows, [*summary.conclusion, *summary.remarks], lines)
    if not results.is_solo:
        yield _crosstable(results)
        yield _superiority(results)


def _crosstable(results: Results) -> Table:
    table = results.crosstable
    rows = [
        [name, *("" if cell != cell else f"{cell:.0f} %" for cell in row)]
        for name, row in zip(table.index, table.to_numpy(), strict=True)
    ]
    return Table("Crosstable", ["score of", *(f"against {name}" for name in table.columns)], rows, [])


def _superiority(results: Results) -> Table:
    los, names = results.ratings.los, results.ratings.names
    rows = [
        [name, *("" if i == j else f"{100 * los[i, j]:.1f} %" for j in range(len(names)))]
        for i, name in enumerate(names)
    ]
    return Table("Likelihood that the row is stronger than the column", ["", *names], rows, [])


def _incident(row: dict[Any, Any]) -> dict[str, str]:
    parts = {name: row[name] for name in ("state", "reply", "traceback")} | {"log": row["log"][-MAX_LOG_LENGTH:]}
    text = "\n".join(f"{name}:\n{part}" for name, part in parts.items() if part)
    heading = {name: printable(str(row[name])) for name in ("game", "mind", "kind", "call", "message")}
    return heading | {"text": "\n".join(printable(line) for line in text.splitlines())}
