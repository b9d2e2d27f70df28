"""The summary of a report: what a command prints when the files are written."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from arena.report.remarks import remarks

if TYPE_CHECKING:
    from arena.store.queries import Results

HEADINGS = {"error": "±", "percent": "%"}


class Summary(Struct, frozen=True):
    """The standings, as text and as JSON, and the remarks on them."""

    columns: list[str]
    rows: list[list[str]]
    remarks: list[str]
    json: str


def summarize(results: "Results") -> Summary:
    """Return the summary of a tournament; forfeits have a column if there are any."""
    table = results.standings
    json = table.to_json(orient="records")
    if not table["forfeits"].any():
        table = table.drop(columns="forfeits")
    names = list(table.columns)
    rows = [[_cell(name, cell) for name, cell in zip(names, row, strict=True)] for row in table.to_numpy()]
    return Summary([HEADINGS.get(name, name) for name in names], rows, remarks(results), json)


def _cell(column: str, value: Any) -> str:
    if column == "elo":
        return f"{round(value) + 0.0:+.0f}"  # -0.4 is +0
    return f"{value:.0f}" if column == "error" and value >= 1 else str(value)
