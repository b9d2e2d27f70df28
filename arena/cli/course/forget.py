"""`arena course forget`: remove a person from a course."""

from pathlib import Path

import click

from arena.cli.course.arguments import FOLDER, JSON, say


@click.command(short_help="Remove a person's token, name, id and files; the games stay.")
@FOLDER
@click.argument("person", metavar="ID")
@click.option("--yes", is_flag=True, help="Do not ask.")
@JSON
def forget(folder: Path, person: str, yes: bool, as_json: bool) -> None:
    """Remove the person ID from the course in FOLDER: token, line in people.csv, hand-ins and their files.

    Games stay under a pseudonym, without the mind's logs. Files that somebody else of the team handed in, too, stay.
    """
    from arena.course.administration.forgetting import check_known
    from arena.course.administration.forgetting import forget as remove

    check_known(folder, person)
    if not yes:
        click.confirm(f"Remove {person} and all files handed in? This cannot be undone", abort=True, err=True)
    found = remove(folder, person)
    lines = [f"{person} is forgotten; hand-ins whose files are gone: {found.hand_ins}"]
    if found.pseudonym:
        lines.append(f"games stay under the name {found.pseudonym}")
    lines += [f"{place}: being played; the name goes in seconds, or by the same command" for place in found.waiting]
    lines.append("what remains: backups, exported results and the server's logs of before; delete them yourself")
    say(
        as_json,
        "\n".join(lines),
        hand_ins=found.hand_ins,
        pseudonym=found.pseudonym,
        waiting=list(found.waiting),
        remains=["backups", "exported results", "logs of the server"],
    )
