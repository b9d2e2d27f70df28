"""Print tables and lines: a terminal gets no line that it would break in the middle of a word, a pipe none broken."""

import re
import sys
from collections.abc import Mapping, Sequence

import click

from world.errors import printable

PIPE_WIDTH, WIDE = 1000, 100
MIN_NAME_WIDTH = 12
NUMBER = re.compile(r"[-+]?[0-9][0-9.,]*%?")
NAMES = "mind"  # the heading of the column that is cut where there is no room


def print_table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], short: "Mapping[str, str] | None" = None
) -> None:
    """Print rows under their column headings, for some of which there are `short` ones for narrow terminals."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(width=PIPE_WIDTH, highlight=False)
    space = 2 if console.width >= WIDE else 1
    cells = [[printable(cell) for cell in row] for row in rows]
    headings, cells = fitted(columns, cells, console.width, space, short or {})
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, space, 0, 0))
    for number, heading in enumerate(headings):
        is_number = bool(cells) and all(NUMBER.fullmatch(row[number]) for row in cells)
        table.add_column(heading, no_wrap=number == 0, justify="right" if is_number else "left")
    for row in cells:
        table.add_row(*map(escape, row))
    console.print(table)


def fitted(
    columns: Sequence[str], rows: list[list[str]], width: int, space: int, short: "Mapping[str, str]"
) -> tuple[list[str], list[list[str]]]:
    """Return headings and rows that fit into a width, if short headings and shorter names of minds are enough."""
    from arena.report.names import shortened

    spare = width - _width(columns, rows, space)
    headings = [short.get(column, column) for column in columns] if spare < 0 else list(columns)
    spare = width - _width(headings, rows, space)
    if spare >= 0 or NAMES not in columns or not rows:
        return headings, rows
    place = columns.index(NAMES)
    room = max(MIN_NAME_WIDTH, max(len(row[place]) for row in rows) + spare)
    return headings, [[*row[:place], shortened(row[place], room), *row[place + 1 :]] for row in rows]


def _width(headings: Sequence[str], rows: Sequence[Sequence[str]], space: int) -> int:
    widths = (max(map(len, cells)) for cells in zip(headings, *rows, strict=True))
    return sum(width + space for width in widths)


def print_line(line: str, err: bool = False) -> None:
    """Print a line on stdout or stderr; a terminal gets it broken between words."""
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        from rich.console import Console
        from rich.text import Text

        console = Console(stderr=err)
        line = "\n".join(part.plain.rstrip() for part in Text(line).wrap(console, console.width))
    click.echo(line, err=err)
