"""Print a plain table; in a pipe no line of it is wrapped."""

from collections.abc import Sequence

from world.errors import printable

PIPE_WIDTH, WIDE = 1000, 100


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under their column headings."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(width=PIPE_WIDTH, highlight=False)
    space = 2 if console.width >= WIDE else 1
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, space, 0, 0))
    for number, column in enumerate(columns):
        table.add_column(column, no_wrap=number == 0)
    for row in rows:
        table.add_row(*(escape(printable(cell)) for cell in row))
    console.print(table)
