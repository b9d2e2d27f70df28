"""The page of a report: tables, plots, incidents and the plan, in one HTML file."""

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from arena.report import accuracy, plots
from arena.report.faults import Sheet
from arena.report.names import on_hover
from arena.report.openings import has_openings, openings, openings_by_mind
from arena.report.summary import summarize
from arena.report.workers import has_workers, workers
from arena.store.queries import Results
from arena.store.rejected import REJECTED
from arena.store.tables.faults import first_faults
from arena.store.troubles import WORKERS
from world.errors import printable

CIRCUMSTANCES = "SELECT * FROM circumstances WHERE name NOT IN (?, ?)"
MAX_INCIDENTS, MAX_LOG_LENGTH, WORST_MOVES = 200, 2000, 6  # on the page


@dataclass(frozen=True)
class Table:
    """A table on the page."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    remarks: list[str]
    lines: frozenset[int] = frozenset()  # the rows below which a tier ends


def write_page(results: Results, drawn: list[str], sheets: list[Sheet]) -> None:
    """Write the page, with fault sheets, and the plots of these names, which are in the tournament's folder."""
    folder = results.folder
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True)
    environment.filters["on_hover"] = on_hover
    with results.open() as store:
        plan = store.plan
        where = " · ".join(f"{name} {value}" for name, value in store.db.execute(CIRCUMSTANCES, (REJECTED, WORKERS)))
    incidents = first_faults(results, MAX_INCIDENTS)
    counts = (f"{len(results.minds)} minds", f"{len(results.games)} games")
    page = environment.get_template("page.html").render(
        title=folder.resolve().name,
        about=", ".join([plan.world, plan.format, *counts, plan.budget_text]),
        tables=list(_tables(results)),
        plots=[{"name": name, "title": plots.title(name), "data": _base64(folder / f"{name}.png")} for name in drawn],
        worst=accuracy.worst(results, WORST_MOVES) if results.judge is not None else [],
        incidents=[_incident(row) for row in incidents.to_dict("records")],
        sheets=sheets,
        more=len(results.brief_faults) - len(incidents),
        plan=plan.text,
        circumstances=where,
    )
    (folder / "report.html").write_text(page, encoding="utf-8")


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
    if has_openings(results):
        yield Table("Openings", *openings(results))
        yield Table("Openings by mind", *openings_by_mind(results))
    if has_workers(results):
        yield Table("Workers", *workers(results))
    if results.judge is not None:
        rows = accuracy.figures(results.accuracy)
        yield Table("Accuracy", list(accuracy.COLUMNS), rows, accuracy.explanation(results))
        yield Table("Average centipawn loss by colour and phase", *accuracy.losses(results), [])


def _crosstable(results: Results) -> Table:
    table = results.crosstable.loc[results.prominent, results.prominent]
    rows = [
        [name, *("" if cell != cell else f"{100 * cell:.0f} %" for cell in row)]
        for name, row in zip(table.index, table.to_numpy(), strict=True)
    ]
    return Table("Crosstable", ["score of", *(f"against {name}" for name in table.columns)], rows, [])


def _superiority(results: Results) -> Table:
    names = sorted(results.prominent, key=results.ratings.names.index)
    los = results.ratings.los_among(names)
    rows = [
        [name, *("" if i == j else f"{100 * los[i, j]:.1f} %" for j in range(len(names)))]
        for i, name in enumerate(names)
    ]
    return Table("Likelihood that the row is stronger than the column", ["", *names], rows, [])


def _incident(row: dict[Any, Any]) -> dict[str, str]:
    parts = {name: row[name] for name in ("state", "reply", "traceback")} | {"log": row["log"][-MAX_LOG_LENGTH:]}
    text = "\n".join(f"{name}:\n{part}" for name, part in parts.items() if part)
    heading = {name: printable(str(row[name])) for name in ("game", "mind", "fault", "call", "message")}
    return heading | {"text": "\n".join(printable(line) for line in text.splitlines())}
