"""The tables of a report as CSV files, safe to open in a spreadsheet."""

import csv
import os
from pathlib import Path

import pandas as pd

from arena.store.queries import MOVES
from arena.store.store import Store, open_store

DANGEROUS = ("=", "+", "-", "@", "\t", "\r")  # first characters that a spreadsheet takes for a formula
SIGNS = ", ".join(f"char({ord(sign)})" for sign in DANGEROUS)
TEXTS, COUNTS = ("game", "mind", "action"), ("depth", "nodes")  # columns of `Results.moves`


def write_table(table: pd.DataFrame, path: Path) -> None:
    """Write a table as CSV, with no cell that a spreadsheet would take for a formula."""
    safe = table.rename(columns=lambda name: f"'{name}" if str(name).startswith(DANGEROUS) else name)
    for column in safe.columns:
        if pd.api.types.is_string_dtype(safe[column]) and safe[column].astype(str).str.startswith(DANGEROUS).any():
            safe[column] = safe[column].map(lambda text: f"'{text}" if str(text).startswith(DANGEROUS) else text)
    safe.to_csv(path, index=False)


def write_moves(folder: Path, path: Path) -> None:
    """Write `Results.moves` as CSV straight from the store, whose plies may be too many for a table in memory."""
    with open_store(folder, examine="games") as store, path.open("w", encoding="utf-8", newline="") as file:
        names = [column[0] for column in store.db.execute(f"{MOVES} LIMIT 0").description]
        columns = [_column(store, name) for name in names]
        writer = csv.writer(file, lineterminator=os.linesep)
        writer.writerow(names)
        writer.writerows(store.db.execute(f"SELECT {', '.join(columns)} FROM ({MOVES})"))


def _column(store: Store, name: str) -> str:
    """Return the SQL of a column as a table in memory would have it."""
    if name in TEXTS:
        return f"CASE WHEN substr({name}, 1, 1) IN ({SIGNS}) THEN '''' || {name} ELSE {name} END"
    if name in COUNTS and store.db.execute(f"SELECT 1 FROM moves WHERE typeof({name}) <> 'integer' LIMIT 1").fetchone():
        return f"CAST({name} AS REAL)"  # pandas reads a column with gaps as floats
    return name
