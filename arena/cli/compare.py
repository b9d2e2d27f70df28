"""`arena compare`: show what changed between two tournaments."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    import pandas as pd

TITLES = {"ratings": "Ratings", "opponents": "Scores by opponent, %", "openings": "Scores by opening, %"}


@click.command(short_help="Show what changed between two tournaments.")
@click.argument("before", type=click.Path(path_type=Path), metavar="DIR")
@click.argument("after", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print all changes as JSON.")
def compare(before: Path, after: Path, as_json: bool) -> None:
    """Show what changed from one tournament to another, for the minds of the same name in both.

    Ratings are all shown; scores by opponent and by opening only where the change is larger than its 95 % error.
    """
    from arena.report.compare import compare as changes
    from arena.report.compare import significant
    from arena.store.queries import load

    tables = changes(load(before), load(after))
    if as_json:
        click.echo(json.dumps({name: table.to_dict("records") for name, table in tables.items()}))
        return
    for name, table in tables.items():
        print_changes(TITLES[name], table, table if name == "ratings" else significant(table))


def print_changes(title: str, table: "pd.DataFrame", shown: "pd.DataFrame") -> None:
    """Print a table of changes, or a line that says that none is significant."""
    from arena.cli.tables import print_table

    click.echo(f"\n{title}")
    if shown.empty:
        click.echo(f"none of {len(table)} changes is larger than its 95 % error")
        return
    print_table(list(shown.columns), [[f"{cell}" for cell in row] for row in shown.to_numpy()])
