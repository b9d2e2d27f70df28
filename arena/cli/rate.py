"""`arena rate`: rate the players of PGN files."""

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.errors import RateError
from minds.errors import quoted

if TYPE_CHECKING:
    from arena.rate.pairs import Ratings
    from arena.rate.pgn import Row

MAX_LINE_LENGTH = 100_000
ELO_DIGITS = 6  # what differs less is equal


@click.command(short_help="Rate the players of PGN files.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE.pgn...")
@click.option("--json", "as_json", is_flag=True, help="Print the ratings as JSON.")
def rate(files: tuple[Path, ...], as_json: bool) -> None:
    """Rate the players of PGN files, with 95 % intervals. Only the tags White, Black, Result and Round are read."""
    from arena.cli.tables import print_table
    from arena.rate.pairs import fit
    from arena.rate.places import interval, marked, shared

    games = [game for path in files for game in _results_of(path)]
    if not games:
        raise RateError("no finished games of two players; expected PGN with the tags White, Black and Result")
    found = fit(games)
    if as_json:
        click.echo(json.dumps(_as_dict(found, len(games))))
        return
    counts = Counter(name for game in games for name in game[:2])
    ranks = marked(shared(found.elo.round(ELO_DIGITS).tolist()))
    print_table(
        ("rank", "player", "ranks", "tier", "elo", "±", "games"),
        [
            (
                ranks[i],
                name,
                interval(found.low[i], found.high[i]),
                str(found.tier[i]),
                f"{found.elo[i]:+.0f}",
                f"{found.error[i]:.0f}",
                str(counts[name]),
            )
            for i, name in enumerate(found.names)
        ],
    )
    click.echo(f"Moving first is worth {found.advantage:+.0f} ± {found.advantage_error:.0f} Elo; {len(games)} games")
    for remark in found.remarks:
        click.echo(remark)


def _results_of(path: Path) -> "list[Row]":
    from arena.rate.pgn import read_results

    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return list(read_results(iter(lambda: file.readline(MAX_LINE_LENGTH), "")))
    except OSError as problem:
        raise RateError(f"{quoted(str(path))}: {problem.strerror}; expected a PGN file") from None


def _as_dict(found: "Ratings", games: int) -> dict[str, Any]:
    rows = [
        {
            "player": name,
            "elo": float(found.elo[i]),
            "error": float(found.error[i]),
            "low": found.low[i],
            "high": found.high[i],
            "tier": found.tier[i],
        }
        for i, name in enumerate(found.names)
    ]
    return {
        "ratings": rows,
        "first_move": found.advantage,
        "first_move_error": found.advantage_error,
        "games": games,
        "remarks": found.remarks,
    }
