"""The tables of `arena.load` that are computed from all games."""

from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from arena.store import tables
from arena.web.results.calculator import Piece

if TYPE_CHECKING:
    from arena.store.queries import Results

ELSEWHERE = ("games", "moves", "faults", "crosstable")  # are read page by page
TOO_LARGE = ("analysis",)  # a row for each judged move


class Frame(Struct, frozen=True):
    """A table; a missing value is None."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def _frame(name: str, results: "Results") -> Frame:
    table = getattr(results, name)
    rows = table.to_dict("split")["data"]
    return Frame(
        tuple(map(str, table.columns)), tuple(tuple(None if value != value else value for value in row) for row in rows)
    )


FRAMES = {
    name: Piece(f"the table {name}", partial(_frame, name), Frame)
    for name in tables.names()
    if name not in ELSEWHERE + TOO_LARGE
}
PIECES = list(FRAMES.values())
