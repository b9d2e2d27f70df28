"""The tables of a tournament, one file each. To add one, add a file here that defines TABLE, and a property of Results.

A table describes its columns: `arena/README.md` is made from the descriptions, and `read` gives the columns their
types. Each word has one meaning in all tables. A column that is named like a table counts its rows.
"""

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.errors import defined_in

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results

TYPES = ("str", "int64", "float64", "bool")  # of columns; what may be missing is str (NaN) or float64 (NaN)
MOST_SHOWN = 64  # minds in crosstables and pictures


@dataclass(frozen=True)
class Column:
    """A column of a table. Only one that says when may lack values."""

    name: str
    type: str  # one of TYPES
    meaning: str
    unit: str = ""
    missing: str = ""  # when a value is missing; "" for never
    only: str = ""  # results whose table has the column; "" for all


@dataclass(frozen=True)
class Table:
    """A table of a tournament. With `matrix`, both rows and columns are minds, and `columns` has one for all cells."""

    row: str  # "A row for each …": the thing that it stands for, and the order
    order: int  # on the page, lowest first
    columns: tuple[Column, ...]
    read: "Callable[[Results], pd.DataFrame]"
    file: str = ""  # of a report, with the same columns
    matrix: bool = False
    needs_games: bool = False  # made from games, so empty before the first one is finished
    for_two: bool = False  # and empty in a world with one seat
    min_rows: int = 0  # with fewer, a report has no file
    more: str = ""  # columns that are not described, and why


def names() -> tuple[str, ...]:
    """Return the names of all tables, in the order of the page."""
    found = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return tuple(sorted(found, key=lambda name: find(name).order))


def find(name: str) -> Table:
    """Return the description of a table by its name."""
    found: Table = defined_in(f"{__name__}.{name}", "TABLE", "crosstable.py")
    return found


def read(name: str, results: "Results") -> "pd.DataFrame":
    """Return a table of a tournament, its columns as they are described."""
    table = find(name)
    frame = _empty(table) if table.needs_games and _has_none(table, results) else table.read(results)
    if table.matrix:
        return frame.astype(table.columns[0].type)
    here = {column.name: _type(column.type) for column in table.columns if not column.only or column.name in frame}
    return (frame if table.more else frame[list(here)]).astype(here)


def _has_none(table: Table, results: "Results") -> bool:
    """Return True if there are no games that the table could show."""
    return not results.count or (table.for_two and results.is_solo)


def _empty(table: Table) -> "pd.DataFrame":
    import pandas as pd

    return pd.DataFrame(columns=[] if table.matrix else [column.name for column in table.columns if not column.only])


def _type(name: str) -> str:
    """Return a column's type; texts are objects in pandas 2."""
    import pandas as pd

    return str(pd.Series(["text"]).dtype) if name == "str" else name
