"""`arena course invite`: make tokens, by which people hand in."""

import csv
import io
import json
from pathlib import Path

import click


@click.command(short_help="Make the tokens of people, as CSV for a mail merge.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.argument("ids", nargs=-1, metavar="[ID]…")
@click.option("--revoke", is_flag=True, help="Make the tokens of these people void instead.")
@click.option("--json", "as_json", is_flag=True, help="Print the people and their tokens as JSON.")
def invite(folder: Path, ids: tuple[str, ...], revoke: bool, as_json: bool) -> None:
    """Print a new token for each ID of people.csv or, without one, for everybody who has none yet.

    A token is shown once, and kept as a hash; a new one makes the one before void. Send each to its owner only.
    """
    from arena.course.invitations import invitations, revocations

    if revoke:
        if not ids:
            raise click.UsageError("--revoke needs the ID of each person")
        for person in revocations(folder, ids):
            click.echo(f"void: {person}", err=True)
        return
    found = invitations(folder, ids)
    if not found:
        click.echo("everybody in people.csv has a token; name an ID for a new one", err=True)
    if as_json:
        click.echo(json.dumps([one.to_dict() for one in found]))
        return
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([("name", "id", "team", "token"), *(one.row for one in found)])
    click.echo(text.getvalue(), nl=False)
