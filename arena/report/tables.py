"""The tables of a report as CSV files, safe to open in a spreadsheet."""

from pathlib import Path

import pandas as pd

from arena.report.cells import DANGEROUS, safe


def write_table(table: pd.DataFrame, path: Path) -> None:
    """Write a table as CSV, with no cell that a spreadsheet would take for a formula."""
    table = table.rename(columns=lambda name: safe(str(name)))
    for column in table.columns:
        if pd.api.types.is_string_dtype(table[column]) and table[column].astype(str).str.startswith(DANGEROUS).any():
            table[column] = table[column].map(lambda value: safe(value) if isinstance(value, str) else value)
    table.to_csv(path, index=False)
