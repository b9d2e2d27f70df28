"""`arena course init`: make the folder of a course."""

import json
from pathlib import Path

import click


@click.command(short_help="Make the folder of a course.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option("--json", "as_json", is_flag=True, help="Print the files and the next command as JSON.")
def init(folder: Path, as_json: bool) -> None:
    """Make FOLDER with course.toml, the settings, and people.csv, the people; fill in both."""
    from arena.course.template import make

    made = [path.as_posix() for path in make(folder)]
    step = f"arena course invite {folder}"
    if as_json:
        click.echo(json.dumps({"made": made, "next": step}))
        return
    for path, words in zip(
        made, ("settings: the game, its budget, baselines and seasons", "one line each"), strict=True
    ):
        click.echo(f"{path}   {words}")
    click.echo(f"\nFill in both; then the next command:\n{step}")
