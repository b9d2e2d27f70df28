"""The page of a report: tables, plots, incidents and the plan, in one HTML file."""

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
import numpy as np

from arena.report import accuracy, plots
from arena.report.conclusion import conclusion
from arena.report.faults import Sheet
from arena.report.headline import headline
from arena.report.matrix import Matrix, matrix
from arena.report.names import on_hover
from arena.report.openings import has_openings, openings, openings_by_mind
from arena.report.remarks import find_remarks, grouped
from arena.report.styles import style
from arena.report.summary import standings_texts
from arena.report.words import brief_cause
from arena.report.workers import has_workers, workers
from arena.store.credits import CREDITS
from arena.store.queries import Results
from arena.store.rejected import REJECTED
from arena.store.tables.faults import first_faults
from arena.store.troubles import WORKERS
from world.errors import printable

CIRCUMSTANCES = "SELECT * FROM circumstances WHERE name NOT IN (?, ?, ?)"
MAX_INCIDENTS, MAX_LOG_LENGTH, WORST_MOVES = 200, 2000, 6  # on the page
NUMBER = re.compile(r"[-+−]?[0-9][0-9.,]*=?( %)?|–|")


@dataclass(frozen=True)
class Table:
    """A table on the page."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    remarks: list[str]
    lines: frozenset[int] = frozenset()  # the rows below which a tier ends

    @property
    def numbers(self) -> list[bool]:
        """True for each column that holds only numbers."""
        return [all(NUMBER.fullmatch(row[place]) for row in self.rows) for place in range(len(self.columns))]


@dataclass(frozen=True)
class Shown:
    """A plot on the page: a sentence, and its picture in both widths; or why there is no picture."""

    name: str
    title: str
    sentence: str
    wide: str = ""  # SVG in base64
    narrow: str = ""


def write_page(results: Results, drawn: list[str], sheets: list[Sheet]) -> None:
    """Write the page, with fault sheets, and the plots of these names, which are in the tournament's folder."""
    folder = results.folder
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["on_hover"] = on_hover
    with results.open() as store:
        plan = store.plan
        where = " · ".join(
            f"{name} {value}" for name, value in store.db.execute(CIRCUMSTANCES, (REJECTED, WORKERS, CREDITS))
        )
    incidents = first_faults(results, MAX_INCIDENTS)
    page = environment.get_template("page.html").render(
        style=style(),
        title=headline(results),
        facts=[part for part in (plan.name, folder.resolve().name, plan.date.replace(".", "-")) if part],
        conclusion=conclusion(results),
        standings=_standings(results),
        remarks=grouped(find_remarks(results)),
        matrices=list(_matrices(results)),
        plots=list(_plots(results, drawn)),
        tables=list(_tables(results)),
        worst=accuracy.worst(results, WORST_MOVES) if results.judge is not None else [],
        incidents=[_incident(row) for row in incidents.to_dict("records")],
        sheets=sheets,
        more=len(results.brief_faults) - len(incidents),
        plan=plan.text,
        circumstances=where,
    )
    (folder / "report.html").write_text(page, encoding="utf-8")


def _plots(results: Results, drawn: list[str]) -> Iterator[Shown]:
    """Yield the plots that no table stands for, also those for which there are too few games."""
    for name in plots.names():
        plot = plots.find(name)
        if plot.is_table:
            continue
        if name in drawn:
            files = (f"{name}.svg", plots.narrow_file(name))
            yield Shown(name, plot.title, plot.describe(results), *(_base64(results.folder / file) for file in files))
        elif missing := plot.missing(results):
            yield Shown(name, plot.title, missing)


def _base64(path: Path) -> str:
    return base64.b64encode(path.read_bytes()).decode()


def _standings(results: Results) -> Table:
    standings = results.standings
    lines = frozenset(standings.index[standings["tier"].shift(-1, fill_value=0) > standings["tier"]])
    columns, rows = standings_texts(results)
    signed = [[cell.replace("-", "−") if NUMBER.fullmatch(cell) else cell for cell in row] for row in rows]
    return Table("Standings", columns, signed, [], lines)


def _matrices(results: Results) -> Iterator[Matrix]:
    """Yield the crosstable and the likelihoods of superiority."""
    if results.is_solo:
        return
    names = results.prominent
    scores = results.crosstable.loc[names, names].to_numpy(dtype=float)
    words = plots.find("crosstable").describe(results)
    yield matrix("Crosstable", words, names, scores, "{0} scored {2} against {1}", digits=0)
    names = sorted(names, key=results.ratings.names.index)
    likely = np.array(results.ratings.los_among(names), dtype=float)
    np.fill_diagonal(likely, np.nan)
    title = "Likelihood that the row is stronger than the column"
    yield matrix(title, "", names, likely, "{0} is stronger than {1} with a likelihood of {2}", digits=1)


def _tables(results: Results) -> Iterator[Table]:
    if has_openings(results):
        yield Table("Openings", *openings(results))
        yield Table("Openings by mind", *openings_by_mind(results))
    if has_workers(results):
        yield Table("Workers", *workers(results))
    if results.judge is not None:
        rows = accuracy.figures(results.accuracy)
        yield Table("Accuracy", list(accuracy.COLUMNS), rows, accuracy.explanation(results))
        yield Table("Average centipawn loss by colour and phase", *accuracy.losses(results), [])


def _incident(row: dict[Any, Any]) -> dict[str, str]:
    parts = {name: row[name] for name in ("state", "reply", "traceback")} | {"log": row["log"][-MAX_LOG_LENGTH:]}
    text = "\n".join(f"{name}:\n{part}" for name, part in parts.items() if part)
    heading = {name: printable(str(row[name])) for name in ("game", "mind", "fault", "call")}
    heading["cause"] = brief_cause(str(row["fault"]), str(row["message"]), str(row["traceback"]))
    return heading | {"text": "\n".join(printable(line) for line in text.splitlines())}
