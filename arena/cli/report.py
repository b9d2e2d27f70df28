"""`arena report`: write a tournament's report again."""

from pathlib import Path

import click

from arena.cli.tournament import make_report, show


@click.command(short_help="Write tables, page and plots again.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print the standings as JSON.")
def report(folder: Path, as_json: bool) -> None:
    """Write report.html, the CSV files, games.pgn and the plots of DIR again from its store; print the standings."""
    show(folder, as_json, make_report(folder))
