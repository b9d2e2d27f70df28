"""`arena report`: all views of a tournament, made again from its store."""

from pathlib import Path

import click


@click.command(short_help="Make tables, page and plots again.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print the standings as JSON.")
def report(folder: Path, as_json: bool) -> None:
    """Make report.html, the CSV files, games.pgn and the plots of DIR again from its store; print the standings."""
    from arena.cli.run import report as write

    write(folder, as_json)
