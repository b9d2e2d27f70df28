"""`arena perft`: count lines of play."""

import json
import re
import time
from functools import partial

import click

from minds.errors import quoted

DEEPEST = 127


@click.command(short_help="Count lines of play.")
@click.argument("words", nargs=-1, metavar="FEN DEPTH")
@click.option("--divide", is_flag=True, help="Count for each first move by itself.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def perft(words: tuple[str, ...], divide: bool, as_json: bool) -> None:
    """Count the lines of DEPTH moves, 0 to 127, from a FEN or from startpos."""
    fen, depth = understand(words)
    from arena.cli import interruptible
    from minds import Position

    position = Position() if fen == "startpos" else Position(fen)
    start = time.perf_counter()
    parts: dict[str, int] = {}
    if divide and depth > 0:
        for move in sorted(position.legal_moves(), key=str):
            parts[move.uci] = interruptible(partial(position.play(move).perft, depth - 1))
            if not as_json:
                click.echo(f"{move.uci}: {parts[move.uci]}")
        nodes = sum(parts.values())
    else:
        nodes = interruptible(partial(position.perft, depth))
    seconds = time.perf_counter() - start
    if as_json:
        result = {"fen": position.fen, "depth": depth, "nodes": nodes, "seconds": seconds, "nps": int(nodes / seconds)}
        click.echo(json.dumps(result | ({"divide": parts} if divide else {})))
    else:
        click.echo(f"nodes    {nodes}\nseconds  {seconds:.3f}\nnodes/s  {nodes / seconds:.0f}")


def understand(words: tuple[str, ...]) -> tuple[str, int]:
    """The FEN, quoted or not, and the depth behind it."""
    *fen, depth = words or ("",)
    if not fen:
        raise click.UsageError(f"perft {quoted(' '.join(words))}; expected a FEN or startpos, and then a depth")
    if not (re.fullmatch("[0-9]{1,3}", depth) and int(depth) <= DEEPEST):
        raise click.UsageError(f"depth {quoted(depth)}; expected a whole number from 0 to {DEEPEST}")
    return " ".join(fen), int(depth)
