"""The tables of a report as CSV files, safe to open in a spreadsheet."""

from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from arena.report.cells import DANGEROUS, safe
from arena.store import tables

if TYPE_CHECKING:
    from arena.store.queries import Results


def write_table(table: pd.DataFrame, path: Path) -> None:
    """Write a table as CSV, with no cell that a spreadsheet would take for a formula."""
    table = table.rename(columns=lambda name: safe(str(name)))
    for column in table.columns:
        if pd.api.types.is_string_dtype(table[column]) and table[column].astype(str).str.startswith(DANGEROUS).any():
            table[column] = table[column].map(lambda value: safe(value) if isinstance(value, str) else value)
    table.to_csv(path, index=False)


def write_tables(results: "Results") -> None:
    """Write the tables of a tournament that have a file; moves are many, and written with the games."""
    for name in tables.names():
        table = tables.find(name)
        if table.file and name != "moves" and not (results.is_solo and table.for_two):
            frame = getattr(results, name)
            if len(frame) >= table.min_rows:
                write_table(frame.reset_index() if table.matrix else frame, results.folder / table.file)
