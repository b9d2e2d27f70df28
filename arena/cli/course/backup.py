"""`arena course backup`: write a course into one file."""

import json
from pathlib import Path

import click


@click.command(short_help="Write a course into one file, also while it is served.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print the names of the files in it as JSON.")
def backup(folder: Path, file: Path, as_json: bool) -> None:
    """Write settings, people, hand-ins and games of the course in FOLDER into FILE, such as course.tar.gz.

    `arena course restore` makes the course again. FILE holds names and files of people; keep it safe.
    """
    from arena.course.administration.backup import back_up

    found = back_up(folder, file)
    if as_json:
        click.echo(json.dumps({"file": file.as_posix(), "files": found}))
        return
    for name in found:
        click.echo(name)
