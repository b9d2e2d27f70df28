"""`arena new`: make a mind to start from."""

import json
from pathlib import Path

import click


@click.command(short_help="Make a mind to start from.")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print the files and the next command as JSON.")
def new(name: str, as_json: bool) -> None:
    """Make the folder NAME with a mind that beats random play, instructions, and a test."""
    from arena.student.new import FILES, make

    made = [path.as_posix() for path in make(name, Path())]
    command = f"arena check {made[0]}"
    if as_json:
        click.echo(json.dumps({"made": made, "next": command}))
        return
    width = max(map(len, made))
    for path, description in zip(made, FILES.values(), strict=True):
        click.echo(f"{path:{width}}   {description}")
    click.echo(f"\nThe next command:\n{command}")
