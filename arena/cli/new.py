"""`arena new`: a mind to begin with."""

import json
from pathlib import Path

import click


@click.command(short_help="Begin a mind of your own.")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print what was made as JSON.")
def new(name: str, as_json: bool) -> None:
    """Make the folder NAME with a mind that beats chance, a page that says how to go on, and a test."""
    from arena.student.new import FILES, make

    made = [path.as_posix() for path in make(name, Path())]
    command = f"arena check {made[0]}"
    if as_json:
        click.echo(json.dumps({"made": made, "next": command}))
        return
    width = max(map(len, made))
    for path, says in zip(made, FILES.values(), strict=True):
        click.echo(f"{path:{width}}   {says}")
    click.echo(f"\nThe next command:\n{command}")
