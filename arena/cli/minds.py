"""`arena minds`: who there is to play with."""

import json

import click


@click.command(short_help="List the minds.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def minds(as_json: bool) -> None:
    """List the built-in and installed minds. None of their code is run for it."""
    from minds.registry import card, names

    cards = [card(name) for name in names()]
    if as_json:
        click.echo(json.dumps([{"mind": one.spec, "says": one.says, "parameters": one.parameters} for one in cards]))
        return
    from arena.cli.tables import print_table

    rows = [(one.spec, one.says, " ".join(map(_told, one.parameters.items()))) for one in cards]
    print_table(("mind", "what it does", "parameters"), rows)
    click.echo(
        "\nWith parameters: minimax:depth=4. A file of your own: path/to/mind.py. A program: cmd:./mymind --fast."
    )


def _told(parameter: tuple[str, object]) -> str:
    """As it would be typed."""
    name, value = parameter
    return f"{name}={ ({True: 'yes', False: 'no'}[value] if isinstance(value, bool) else value) }"
