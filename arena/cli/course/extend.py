"""`arena course extend`: give one team more time."""

from datetime import datetime
from pathlib import Path

import click

from arena.cli.course.arguments import FOLDER, JSON, say

EXAMPLE = "2026-12-24 18:00"


@click.command(short_help="Give a person or a team more time.")
@FOLDER
@click.argument("who", metavar="ID|TEAM")
@click.argument("until", metavar="TIME")
@click.option("--season", default="", metavar="NAME", help="Name of the season. [default: the present one]")
@JSON
def extend(folder: Path, who: str, until: str, season: str, as_json: bool) -> None:
    """Let a person of people.csv, or the person's team, hand in until TIME, such as "2026-12-24 18:00".

    What they hand in until then counts as in time.
    """
    from arena.course.administration.organiser import Organiser

    try:
        moment = datetime.fromisoformat(until)
    except ValueError:
        raise click.UsageError(f"{until!r} is no time; expected one such as {EXAMPLE!r}") from None
    with Organiser(folder) as organiser:
        key = organiser.key_of(who)
        until = organiser.extend(key, moment, season).isoformat()
    say(as_json, f"{organiser.members.real[key]} may hand in until {until}", team=key, until=until)
