"""`arena course withdraw`: take a hand-in out of a course."""

from pathlib import Path

import click

from arena.cli.course.arguments import FOLDER, JSON, say


@click.command(short_help="Let a hand-in neither play nor end its season.")
@FOLDER
@click.argument("number", type=click.IntRange(1, 2**31), metavar="NUMBER")
@JSON
def withdraw(folder: Path, number: int, as_json: bool) -> None:
    """Withdraw the hand-in NUMBER of the course in FOLDER. Its games stay; the team's latest one before it plays.

    `arena course play-again` takes it back.
    """
    from arena.course.administration.organiser import Organiser

    with Organiser(folder) as organiser:
        hand_in = organiser.withdraw(number)
    say(as_json, f"hand-in {number}: {hand_in.state}", number=number, state=hand_in.state)
