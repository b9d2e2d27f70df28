"""The reference of commands and tables, made from the code: `python -m arena.cli.reference > arena/README.md`."""

from collections.abc import Iterator

import click

from arena.cli import arena
from arena.store import tables

HEAD = """# The arena's commands and tables

Made by `python -m arena.cli.reference > arena/README.md` from the commands' own help, and from the descriptions of the
tables of `arena.load`, which are at the end; a test compares.

stdout is data, stderr is progress. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
A mistake in a call is one line on stderr that says what was given and what was expected.
"""


TABLES = """## Tables

`arena.load(DIR)` reads the results of a tournament. Each table is a DataFrame of pandas: `arena.load(DIR).games`, and
so on. A report has most of them as CSV files, with the same columns and units.

Each word has one meaning in all tables. A score is always from 0 to 1, also in the crosstable; the pages and the
terminal show it in per cent. A column that is named like a table counts rows of it. A missing value is NaN in a table
and nothing in a file. Texts (`str`) have the dtype `object` in pandas 2.

`arena.load(DIR).plot.ratings()` returns a picture of the report as a figure of matplotlib, which a notebook shows.
There is a method for each picture that the results have; `print(arena.load(DIR).plot)` lists them.
"""


def reference() -> str:
    """Return the page: the help of every command, as a terminal of 100 columns shows it, and all tables."""
    parts = [HEAD]
    for name, command in commands(arena):
        context = click.Context(
            command,
            info_name=f"arena {name}",
            max_content_width=100,
            terminal_width=100,
            help_option_names=["-h", "--help"],
        )
        parts.append(f"## arena {name}\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join([*parts, TABLES, *(_described(name) for name in tables.names())])


def _described(name: str) -> str:
    """Return the description of a table."""
    table = tables.find(name)
    file = f" A report has it as `{table.file}`." if table.file else ""
    heading = "| column | dtype | unit | meaning |\n|---|---|---|---|"
    rows = "\n".join(map(_row, table.columns))
    more = f"\n\n{table.more[0].upper()}{table.more[1:]}." if table.more else ""
    return f"### {name}\n\nA row for each {table.row}.{file}\n\n{heading}\n{rows}{more}\n"


def _row(column: tables.Column) -> str:
    """Return the row of a column, with the cases in which the column or a value is missing."""
    notes = [f"only in {column.only}"] if column.only else []
    notes += [f"missing if {column.missing}"] if column.missing else []
    meaning = f"{column.meaning} ({'; '.join(notes)})" if notes else column.meaning
    name = column.name if " " in column.name else f"`{column.name}`"
    return f"| {name} | {column.type} | {column.unit} | {meaning} |"


def commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield each command of a group by its name, one that is a group itself followed by its own: "book build"."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{before}{name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")


if __name__ == "__main__":
    print(reference(), end="")
