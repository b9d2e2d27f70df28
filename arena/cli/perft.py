"""`arena perft`: count the lines of play from a position."""

import json
import re
import time
from collections.abc import Iterator
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING

import click

from arena.cli import interruptible
from minds.errors import quoted

if TYPE_CHECKING:
    from minds import Position

MAX_DEPTH = 127


@click.command(
    short_help="Count the lines of play from a position.",
    context_settings={"ignore_unknown_options": True},  # -1 is a depth, if a wrong one
)
@click.argument("words", nargs=-1, metavar="FEN DEPTH")
@click.option("--divide", is_flag=True, help="Print the count of each first move.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def perft(words: tuple[str, ...], divide: bool, as_json: bool) -> None:
    """Count the lines of play of DEPTH plies, 0 to 127, from a FEN or from startpos."""
    for word in words:
        if word.startswith("--"):
            known = [name for option in click.get_current_context().command.params for name in option.opts]
            raise click.NoSuchOption(word, possibilities=get_close_matches(word, known))
    fen, depth = understand(words)
    from minds import Position

    position = Position() if fen == "startpos" else Position.composed(fen)
    start = time.perf_counter()
    parts: dict[str, int] = {}
    if divide and depth > 0:
        for move, count in divided(position, depth):
            parts[move] = count
            if not as_json:
                click.echo(f"{move}: {count}")
        nodes = sum(parts.values())
    else:
        nodes = interruptible(partial(position.perft, depth))
    seconds = time.perf_counter() - start
    if as_json:
        result = {"fen": position.fen, "depth": depth, "nodes": nodes, "seconds": seconds, "nps": int(nodes / seconds)}
        click.echo(json.dumps(result | ({"divide": parts} if divide else {})))
    else:
        click.echo(f"nodes    {nodes}\nseconds  {seconds:.3f}\nnodes/s  {nodes / seconds:.0f}")


def divided(position: "Position", depth: int) -> Iterator[tuple[str, int]]:
    """Yield each legal move with the number of lines that begin with it."""
    for move in sorted(position.legal_moves(), key=str):
        yield move.uci, interruptible(partial(position.play(move).perft, depth - 1))


def understand(words: tuple[str, ...]) -> tuple[str, int]:
    """Return the FEN, which need not be quoted, and the depth after it."""
    *fen, depth = words or ("",)
    if not fen:
        raise click.UsageError(f"perft {quoted(' '.join(words))}; expected a FEN or startpos, and then a depth")
    if not (re.fullmatch("[0-9]{1,3}", depth) and int(depth) <= MAX_DEPTH):
        raise click.UsageError(f"depth {quoted(depth)}; expected a whole number from 0 to {MAX_DEPTH}")
    fields = " ".join(fen).split()
    if fen != ["startpos"] and not 2 <= len(fields) <= 6:
        raise click.UsageError(f"{quoted(' '.join(fen))} is not a FEN; expected startpos or 2 to 6 fields")
    return " ".join(fen), int(depth)
