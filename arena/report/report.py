"""Write a tournament's report from its store: page, tables, games and plots."""

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
import pandas as pd

from arena.report import plots
from arena.report.names import on_hover
from arena.report.remarks import remarks
from arena.store.queries import Results, load
from arena.store.store import open_store
from world.errors import printable
from world.registry import find

MAX_INCIDENTS, MAX_LOG_LENGTH = 200, 2000  # on the page
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")  # first characters that a spreadsheet takes for a formula


@dataclass(frozen=True)
class Table:
    """A table on the page."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    remarks: list[str]


def write_report(folder: Path) -> Results:
    """Write all files of a report into the tournament's folder, and return its results."""
    results = load(folder)
    _csv(results.standings, folder / "standings.csv")
    _csv(results.games, folder / "games.csv")
    _csv(results.moves, folder / "moves.csv")
    if not results.is_solo:
        _csv(results.crosstable.reset_index(), folder / "crosstable.csv")
    write_games(folder)
    names = plots.draw_all(results, folder)
    (folder / "report.html").write_text(_page(results, folder, names), encoding="utf-8")
    return results


def write_games(folder: Path) -> None:
    """Write all games, in the order of their names: PGN for chess, text for other worlds."""
    with open_store(folder) as store:
        world = find(store.plan.world)
        name = "games.pgn" if store.plan.world == "chess" else "games.txt"
        with (folder / name).open("w", encoding="utf-8") as file:
            for record in store.records():
                file.write(world.getrecord(record))


def _csv(table: pd.DataFrame, path: Path) -> None:
    """Write a table as CSV, with no cell that a spreadsheet would take for a formula."""
    safe = table.rename(columns=lambda name: f"'{name}" if str(name).startswith(DANGEROUS) else name)
    for column in safe.columns:
        if pd.api.types.is_string_dtype(safe[column]) and safe[column].astype(str).str.startswith(DANGEROUS).any():
            safe[column] = safe[column].map(lambda text: f"'{text}" if str(text).startswith(DANGEROUS) else text)
    safe.to_csv(path, index=False)


def _page(results: Results, folder: Path, drawn: list[str]) -> str:
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True)
    environment.filters["on_hover"] = on_hover
    with open_store(folder) as store:
        plan = store.plan
        where = " · ".join(f"{name} {value}" for name, value in store.db.execute("SELECT * FROM circumstances"))
    incidents = results.incidents
    counts = (f"{len(results.minds)} minds", f"{len(results.games)} games")
    return environment.get_template("page.html").render(
        title=folder.resolve().name,
        about=", ".join([plan.world, plan.format, *counts, plan.budget_text]),
        tables=list(_tables(results)),
        plots=[{"name": name, "title": plots.title(name), "data": _base64(folder / f"{name}.png")} for name in drawn],
        incidents=[_incident(row) for row in incidents.head(MAX_INCIDENTS).to_dict("records")],
        more=max(0, len(incidents) - MAX_INCIDENTS),
        plan=plan.to_toml(),
        circumstances=where,
    )


def _base64(path: Path) -> str:
    return base64.b64encode(path.read_bytes()).decode()


def _tables(results: Results) -> Iterator[Table]:
    standings = results.standings
    rows = [[str(cell) for cell in row] for row in standings.to_numpy()]
    yield Table("Standings", list(standings.columns), rows, remarks(results))
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
