"""The summary of a report: what a command prints when the files are written."""

import re
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from arena.rate.places import marked
from arena.report.conclusion import conclusion
from arena.report.remarks import remarks
from arena.tournament import formats

if TYPE_CHECKING:
    from pandas import DataFrame

    from arena.store.queries import Results

DECIMAL = re.compile(r"[0-9]+(\.[0-9]+)?")
HEADINGS = {
    "elo_error": "±",
    "score_error": "±",
    "percent": "%",
    "reached": "reached",
    "buchholz": "Buchholz",
    "sonneborn_berger": "S-B",
    "byes": "byes",
}


class Summary(Struct, frozen=True):
    """The standings, as text and as JSON, the remarks on them, and the conclusion."""

    columns: list[str]
    rows: list[list[str]]
    remarks: list[str]
    conclusion: list[str]
    json: str


def summarize(results: "Results") -> Summary:
    """Return the summary of a tournament; see `shown` for its columns."""
    json = results.standings.to_json(orient="records")
    return Summary(*standings_texts(results), remarks(results), conclusion(results), json)


def standings_texts(results: "Results") -> tuple[list[str], list[list[str]]]:
    """Return headings and rows of the standings as texts."""
    table = shown(results)
    cells = [aligned([_cell(name, cell) for cell in table[name]]) for name in table.columns]
    return [HEADINGS.get(name, name) for name in table.columns], [list(row) for row in zip(*cells, strict=True)]


def aligned(cells: list[str]) -> list[str]:
    """Return the cells of a column; if they are decimal numbers, all with as many places as the longest one."""
    if not all(DECIMAL.fullmatch(cell) for cell in cells):
        return cells
    places = max((len(cell.partition(".")[2]) for cell in cells), default=0)
    return [f"{float(cell):.{places}f}" for cell in cells] if places else cells


def shown(results: "Results") -> "DataFrame":
    """Return the standings with shared ranks marked, scores in per cent, without columns that say nothing new."""
    table = results.standings
    if not results.is_solo:
        table = table.assign(score=(100 * table["score"]).round(1)).rename(columns={"score": "percent"})
    spare = [name for name in ("forfeits", "unplayed") if name in table and not table[name].any()]
    if "points" in table:
        by_points = formats.find(results.plan.format).places is not None
        spare += ["wins", "draws", "losses", "percent"] if by_points else []  # points and tie-breaks need the room
        spare += [] if by_points or (table["points"] != table["wins"] + table["draws"] / 2).any() else ["points"]
    return table.assign(rank=marked(table["rank"].tolist())).drop(columns=spare)


def _cell(column: str, value: Any) -> str:
    if column == "elo":
        return f"{round(value) + 0.0:+.0f}"  # -0.4 is +0
    if column == "elo_error" and value >= 1:
        return f"{value:.0f}"
    return f"{value:g}" if isinstance(value, float) else str(value)
