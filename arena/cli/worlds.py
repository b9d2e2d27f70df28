"""`arena worlds`: the worlds there are."""

import inspect
import json

import click


@click.command(short_help="List the worlds.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def worlds(as_json: bool) -> None:
    """List the worlds with their seats, their states and their actions."""
    from world.registry import find, names

    found = [find(name) for name in names()]
    rows = [(world.name, world.seats, (inspect.getdoc(world) or "").partition("\n")[0]) for world in found]
    if as_json:
        click.echo(json.dumps([{"world": name, "seats": seats, "says": says} for name, seats, says in rows]))
        return
    from arena.cli.tables import print_table

    print_table(("world", "seats", "its states and actions"), [(name, str(seats), says) for name, seats, says in rows])
