"""`arena course resume`: let a paused course go on."""

from pathlib import Path

import click

from arena.cli.course.arguments import FOLDER, JSON, say


@click.command(short_help="End a pause.")
@FOLDER
@JSON
def resume(folder: Path, as_json: bool) -> None:
    """Let the checks and the ladder of the course in FOLDER go on after `arena course pause`."""
    from arena.course.administration.organiser import Organiser

    with Organiser(folder) as organiser:
        organiser.go_on()
    say(as_json, "not paused", paused=False)
