"""Rows of a table as JSON and as CSV, with types and descriptions as the table's columns have them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from arena.report.cells import cell
from arena.store import tables
from arena.store.tables import Column

TYPES: dict[str, type] = {"str": str, "int64": int, "float64": float, "bool": bool}
Row = dict[str, Any]


@cache
def page_type(name: str) -> type[Struct]:
    """Return the type of a page of a table's rows, as JSON."""
    columns = [_field(column) for column in tables.find(name).columns]
    row: Any = msgspec.defstruct(f"{_camel(name)}Row", columns, frozen=True, kw_only=True)
    fields: list[Any] = [("rows", tuple[row, ...]), ("total", int), ("page", int), ("pages", int), ("games", int)]
    return msgspec.defstruct(f"{_camel(name)}Page", fields, frozen=True)


def _camel(name: str) -> str:
    return "".join(part.title() for part in name.split("_"))


def _field(column: Column) -> Any:
    kind: Any = TYPES[column.type]
    meaning = f"{column.meaning} ({column.unit})" if column.unit else column.meaning
    described: Any = Annotated[kind | None if column.missing else kind, Meta(description=meaning)]
    return (column.name, described | UnsetType, UNSET) if column.only else (column.name, described)


def typed(name: str, values: Sequence[Any]) -> Row:
    """Return the values of a row, which SQLite gives as numbers and texts, by their columns and with their types."""
    columns = tables.find(name).columns
    return {
        column.name: None if value is None else TYPES[column.type](value)
        for column, value in zip(columns, values, strict=True)
    }


def json_page(rows: Sequence[Row], total: int, page: int, size: int, games: int) -> Row:
    """Return a page of rows for JSON; `games` is the number of games that the table is made from."""
    return {"rows": rows, "total": total, "page": page, "pages": max(1, -(-total // size)), "games": games}


def csv_lines(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Yield the lines of a CSV file as a report writes it: no spreadsheet takes a cell for a formula."""
    yield ",".join(map(cell, columns)) + "\n"
    for row in rows:
        yield ",".join(map(_cell, row)) + "\n"


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return cell(value)
    return "" if value is None else repr(value)
