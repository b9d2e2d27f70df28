"""`arena book`: build a book of openings of games, and look into one."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.errors import GamesError
from minds.errors import quoted
from world.errors import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minds import Position
    from minds.book import Book

MOST_MOVES, MOST_GAMES = 200, 10**6


@click.group(short_help="Build a book of openings, or look into one.")
def book() -> None:
    """Build a book of openings in Polyglot's format, or look into one. `pst-engine:book=my.bin` plays from it."""


@book.command(short_help="Build a book of games.")
@click.argument("sources", nargs=-1, required=True, metavar="GAMES...")
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), metavar="FILE", help="File to write.")
@click.option(
    "--moves",
    default=12,
    show_default=True,
    type=click.IntRange(1, MOST_MOVES),
    metavar="N",
    help="Last move of a game that is taken into the book.",
)
@click.option(
    "--min-count",
    default=3,
    show_default=True,
    type=click.IntRange(1, MOST_GAMES),
    metavar="N",
    help="Games in which a move must have been played in a position.",
)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME",
    help="Player whose moves are taken; may be given several times. [default: all]",
)
@click.option("--json", "as_json", is_flag=True, help="Print what the book holds as JSON.")
def build(
    sources: tuple[str, ...], out: Path, moves: int, min_count: int, players: tuple[str, ...], as_json: bool
) -> None:
    """Build a book of GAMES: results folders, PGN files, or "openings" for our own named openings.

    A move's weight is 2 for each game that its player won and 1 for each draw; moves that never scored are left out.
    A named opening counts as drawn, in as many games as a move needs. The same games give the same file.
    """
    from arena.book.sources import add_all
    from minds.book import BookBuilder

    builder = BookBuilder(moves, min_count)
    counts = add_all(sources, builder, players)
    entries, content = builder.entries(), builder.to_bytes()
    if not entries:
        raise GamesError(f"no move was played in {min_count} games; expected more games, or a smaller --min-count")
    write(out, content)
    tell_left_out(counts.left_out, counts.reasons)
    positions = len({key for key, _, _ in entries})
    if as_json:
        found = {"file": str(out), "positions": positions, "moves": len(entries), "bytes": len(content)}
        counted = {"games": counts.games, "openings": counts.openings, "left_out": counts.left_out}
        click.echo(json.dumps(found | counted))
        return
    click.echo(
        f"{out}: {len(entries):,} moves in {positions:,} positions, from {counts.games:,} games and "
        f"{counts.openings:,} named openings; {len(content):,} bytes"
    )


def tell_left_out(count: int, reasons: "Sequence[str]") -> None:
    """Say on stderr how many games were left out, and why the first of them were."""
    for reason in reasons:
        click.echo(printable(reason), err=True)
    if count:
        click.echo(f"{count:,} game{'' if count == 1 else 's'} left out", err=True)


def write(path: Path, content: bytes) -> None:
    """Write a file as a whole, or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as problem:
        raise GamesError(f"{quoted(str(path))} cannot be written: {problem.strerror}") from None
    finally:
        with suppress(OSError):
            draft.unlink()


@book.command(short_help="Show the moves of a book in a position.")
@click.argument("words", nargs=-1, metavar="[FEN]")
@click.option(
    "--book",
    "name",
    default="house",
    show_default=True,
    metavar="FILE",
    help="Book to look into, a file in Polyglot's format.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the moves as JSON.")
def show(words: tuple[str, ...], name: str, as_json: bool) -> None:
    """Show the moves of a book in a position, with weights and shares. Without a FEN it is the start of the game."""
    from minds import Position
    from minds.book import book_named

    position = Position(" ".join(words)) if words and words != ("startpos",) else Position()
    rows = found_in(book_named(name), position)
    if as_json:
        click.echo(json.dumps({"fen": position.fen, "moves": rows}))
        return
    if not rows:
        click.echo(f"{name} has no move in {position.fen}")
        return
    from arena.cli.tables import print_table

    columns = ("move", "uci", "weight", "%")
    print_table(columns, [(row["san"], row["uci"], str(row["weight"]), f"{100 * row['share']:.1f}") for row in rows])


def found_in(found: "Book", position: "Position") -> list[dict[str, Any]]:
    """Return the moves of a book in a position: in both notations, with weight and share."""
    from world.registry import new_world

    world, moves = new_world("chess"), found.moves(position)
    world.newrun(position.fen)
    return [
        {
            "uci": move.uci,
            "san": world.describe(move.action),
            "action": move.action,
            "weight": weight,
            "share": weight / sum(moves.values()),
        }
        for move, weight in moves.items()
    ]
