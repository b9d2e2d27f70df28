"""`arena course announce`: show everybody an announcement."""

from pathlib import Path

import click

from arena.cli.course.arguments import FOLDER, JSON, say


@click.command(short_help="Show an announcement on the course's pages.")
@FOLDER
@click.argument("text", required=False, metavar="[TEXT]")
@click.option("--clear", is_flag=True, help="End the announcement instead.")
@JSON
def announce(folder: Path, text: str | None, clear: bool, as_json: bool) -> None:
    """Show TEXT on the pages of the course in FOLDER, in place of what was announced before; alone, print that."""
    from arena.course.administration.organiser import Organiser

    if clear and text is not None:
        raise click.UsageError("--clear stands alone; expected no TEXT")
    with Organiser(folder) as organiser:
        if clear or text is not None:
            organiser.announce(text or "")
        found = organiser.announcement
    say(as_json, found.text if found else "no announcement", announcement=found.text if found else None)
