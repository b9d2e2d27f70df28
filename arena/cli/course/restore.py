"""`arena course restore`: make a course again from a backup."""

import json
from pathlib import Path

import click


@click.command(short_help="Make a course again from a backup.")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option("--json", "as_json", is_flag=True, help="Print the names of the files as JSON.")
def restore(file: Path, folder: Path, as_json: bool) -> None:
    """Unpack FILE, which `arena course backup` has written, into a new FOLDER, and check that all of it is whole.

    Tokens, hand-ins and games are as they were; people who were forgotten since then must be forgotten again.
    """
    from arena.course.administration.restoring import restore as unpack

    found = unpack(file, folder)
    if as_json:
        click.echo(json.dumps({"folder": folder.as_posix(), "files": found}))
        return
    for name in found:
        click.echo(folder / name)
