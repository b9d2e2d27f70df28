"""`arena course pause`: stop the checks and games of a course for a while."""

from pathlib import Path

import click

from arena.cli.course.arguments import FOLDER, JSON, say


@click.command(short_help="Stop checks and games; hand-ins are taken meanwhile.")
@FOLDER
@JSON
def pause(folder: Path, as_json: bool) -> None:
    """Stop the checks and the ladder of the course in FOLDER, also while it is served; games under way end first."""
    from arena.course.administration.organiser import Organiser

    with Organiser(folder) as organiser:
        organiser.pause()
    say(as_json, f"paused; arena course resume {folder} ends it", paused=True)
