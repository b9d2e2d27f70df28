"""`arena course invite`: make tokens, by which people hand in."""

import csv
import io
import json
from pathlib import Path

import click


@click.command(short_help="Make the tokens of people, as CSV for a mail merge.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.argument("ids", nargs=-1, metavar="[ID]…")
@click.option("--teams", is_flag=True, help="Tokens that the members of a team share; an ID is a team's name then.")
@click.option("--organiser", is_flag=True, help="The token of the organiser's page instead.")
@click.option("--revoke", is_flag=True, help="Make the tokens of these people, teams or the organiser void instead.")
@click.option("--json", "as_json", is_flag=True, help="Print the people and their tokens as JSON.")
def invite(folder: Path, ids: tuple[str, ...], teams: bool, organiser: bool, revoke: bool, as_json: bool) -> None:
    """Print a new token for each ID of people.csv or, without one, for everybody who has none yet.

    A token is shown once, and kept as a hash; a new one makes the one before void. Send each to its owner only.
    """
    from arena.course.participants.invitations import invitations, organiser_invitation, revocations, team_invitations
    from arena.course.participants.members import TEAM
    from arena.course.register import ORGANISER

    if organiser and (ids or teams):
        raise click.UsageError("--organiser stands alone; expected no ID and no --teams")
    if revoke:
        if not ids and not organiser:
            raise click.UsageError("--revoke needs the ID of each person, --teams with names, or --organiser")
        holders = [ORGANISER] if organiser else [f"{TEAM}{id_}" if teams else id_ for id_ in ids]
        for holder in revocations(folder, holders):
            click.echo(f"void: {holder or 'organiser'}", err=True)
        return
    if organiser:
        found = [organiser_invitation(folder)]
    else:
        found = team_invitations(folder, ids) if teams else invitations(folder, ids)
    if not found:
        click.echo(_nobody(folder, teams), err=True)
    if as_json:
        click.echo(json.dumps([one.to_dict() for one in found]))
        return
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([("name", "id", "team", "token"), *(one.row for one in found)])
    click.echo(text.getvalue(), nl=False)


def _nobody(folder: Path, teams: bool) -> str:
    """Return why no token was made."""
    from arena.course.people import read_people

    people = read_people(folder)
    if not people:
        return f"{folder / 'people.csv'} names nobody yet; expected a line for each person: name,id,team"
    if teams and not any(person.team for person in people):
        return f"nobody in {folder / 'people.csv'} has a team; expected it in the third column"
    return f"{'every team' if teams else 'everybody'} in people.csv has a token; name an ID for a new one"
