"""`arena minds`: the minds that can play, and where."""

import json

import click


@click.command(short_help="List the minds.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def minds(as_json: bool) -> None:
    """List the built-in and installed minds, and the worlds that each can play in. None of their code is run."""
    from minds.registry import card, is_fit, names
    from world.registry import names as worlds

    cards = [card(name) for name in names()]
    places = [[world for world in worlds() if is_fit(one, world)] for one in cards]
    if as_json:
        listed = [
            {"mind": one.spec, "says": one.says, "parameters": one.parameters, "worlds": found}
            for one, found in zip(cards, places, strict=True)
        ]
        click.echo(json.dumps(listed))
        return
    from arena.cli.tables import print_table

    everywhere = worlds()
    rows = [
        (one.spec, one.says, "every world" if found == everywhere else " ".join(found), _parameters(one.parameters))
        for one, found in zip(cards, places, strict=True)
    ]
    print_table(("mind", "what it does", "plays in", "parameters"), rows)
    click.echo(
        "\nWith parameters: minimax:depth=4. A file of your own: path/to/mind.py. A program: cmd:./mymind --fast."
    )


def _parameters(parameters: dict[str, object]) -> str:
    """Write parameters as they are typed."""
    words = {True: "yes", False: "no"}
    return " ".join(
        f"{name}={words[value] if isinstance(value, bool) else value}" for name, value in parameters.items()
    )
