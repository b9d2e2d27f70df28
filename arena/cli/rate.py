"""`arena rate`: ratings of anyone's games."""

import json
from pathlib import Path

import click

from arena.errors import RateError
from minds.errors import quoted

LONGEST_LINE = 100_000


@click.command(short_help="Rate anyone's PGN.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE.pgn...")
@click.option("--json", "as_json", is_flag=True, help="Print the ratings as JSON.")
def rate(files: tuple[Path, ...], as_json: bool) -> None:
    """Rate the players of PGN files, with 95 % intervals; only the tags White, Black and Result are read."""
    from arena.cli.tables import print_table
    from arena.rate.pairs import fit
    from arena.rate.pgn import read_results

    games = []
    for path in files:
        try:
            with path.open(encoding="utf-8", errors="replace") as file:
                games += list(read_results(iter(lambda: file.readline(LONGEST_LINE), "")))
        except OSError as problem:
            raise RateError(f"{quoted(str(path))}: {problem.strerror}") from None
    if not games:
        raise RateError("no finished games of two players; expected PGN with the tags White, Black and Result")
    found = fit(games)
    counts = {name: sum(name in game[:2] for game in games) for name in found.names}
    if as_json:
        rows = [
            {"player": name, "elo": float(found.elo[i]), "error": float(found.error[i]), "group": found.group[i]}
            for i, name in enumerate(found.names)
        ]
        told = {"ratings": rows, "first_move": found.advantage, "first_move_error": found.advantage_error}
        click.echo(json.dumps(told | {"games": len(games), "remarks": found.remarks}))
        return
    print_table(
        ("rank", "player", "elo", "±", "group", "games"),
        [
            (str(i + 1), name, f"{found.elo[i]:+.0f}", f"{found.error[i]:.0f}", str(found.group[i]), str(counts[name]))
            for i, name in enumerate(found.names)
        ],
    )
    click.echo(f"Moving first is worth {found.advantage:+.0f} ± {found.advantage_error:.0f} Elo; {len(games)} games")
    for remark in found.remarks:
        click.echo(remark)
