"""`arena course play-again`: give a hand-in another chance."""

from pathlib import Path

import click

from arena.cli.course.arguments import FOLDER, JSON, say


@click.command(short_help="Check a hand-in again, or end its disqualification.")
@FOLDER
@click.argument("number", type=click.IntRange(1, 2**31), metavar="NUMBER")
@JSON
def play_again(folder: Path, number: int, as_json: bool) -> None:
    """Check the hand-in NUMBER again if it was refused or withdrawn; if the ladder disqualified it, let it play."""
    from arena.course.administration.organiser import Organiser

    with Organiser(folder) as organiser:
        hand_in = organiser.play_again(number)
    words = "is checked again" if hand_in.state == "waiting" else "plays again"
    say(as_json, f"hand-in {number} {words}", number=number, state=hand_in.state)
