"""Cells of a CSV file that no spreadsheet takes for a formula."""

import csv
from io import StringIO

DANGEROUS = ("=", "+", "-", "@", "\t", "\r")  # first characters that a spreadsheet takes for a formula


def safe(text: str) -> str:
    """Return a text with an apostrophe before it if a spreadsheet would take it for a formula."""
    return f"'{text}" if text.startswith(DANGEROUS) else text


def cell(text: str) -> str:
    """Return a text as a cell of CSV, safe and quoted if need be."""
    line = StringIO(newline="")
    csv.writer(line, lineterminator="\n").writerow([safe(text), ""])  # alone, an empty cell would be quoted
    return line.getvalue()[: -len(",\n")]
