"""A plain table in the terminal; in a pipe nothing of it is folded."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

WIDE = 1000


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under their columns."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for number, column in enumerate(columns):
        table.add_column(column, no_wrap=number == 0)
    for row in rows:
        table.add_row(*map(escape, row))
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(width=WIDE, highlight=False)
    console.print(table)
