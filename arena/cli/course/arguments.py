"""The argument that commands on a course share, and the way in which they say what they have changed."""

import json
from pathlib import Path

import click

FOLDER = click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
JSON = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


def say(as_json: bool, words: str, **result: object) -> None:
    """Print what was done, in words or as JSON."""
    click.echo(json.dumps(result) if as_json else words)
