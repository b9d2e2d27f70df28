"""`arena course people`: list the people of a course."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.course.arguments import FOLDER

if TYPE_CHECKING:
    from arena.course.administration.organiser import PersonView

HEADINGS = ("name", "id", "team", "on the ladder as", "token", "hand-ins", "latest", "standing", "extended until")


@click.command(short_help="List people with their hand-ins.")
@FOLDER
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def people(folder: Path, as_json: bool) -> None:
    """List everybody in people.csv of the course in FOLDER, with what became of the latest hand-in."""
    from arena.course.administration.organiser import Organiser

    with Organiser(folder) as organiser:
        found = organiser.people()
    if as_json:
        import msgspec

        click.echo(json.dumps(msgspec.to_builtins(found)))
        return
    from arena.cli.tables import print_table

    print_table(list(HEADINGS), [_row(one) for one in found])


def _row(one: "PersonView") -> list[str]:
    latest = f"{one.latest} {one.state}" if one.latest is not None else ""
    until = one.until.astimezone().strftime("%Y-%m-%d %H:%M") if one.until else ""
    token = "yes" if one.has_token else "no"
    return [one.name, one.id, one.team, one.shown_as, token, str(one.hand_ins), latest, one.standing or "", until]
