"""`arena perft`: count lines of play."""

import json
import time

import click


@click.command()
@click.argument("fen", nargs=-1, required=True, metavar="FEN")
@click.argument("depth", type=click.IntRange(0, 127))
@click.option("--divide", is_flag=True, help="Count for each first move by itself.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def perft(fen: tuple[str, ...], depth: int, divide: bool, as_json: bool) -> None:
    """Count the lines of DEPTH moves from a FEN or from startpos."""
    from arena.cli import in_parallel
    from minds import Position

    position = Position() if fen == ("startpos",) else Position(" ".join(fen))
    start = time.perf_counter()
    parts: dict[str, int] = {}
    if divide and depth > 0:
        for move in sorted(position.legal_moves(), key=str):
            parts[move.uci] = in_parallel(lambda move=move: position.play(move).perft(depth - 1))
            if not as_json:
                click.echo(f"{move.uci}: {parts[move.uci]}")
        nodes = sum(parts.values())
    else:
        nodes = in_parallel(lambda: position.perft(depth))
    seconds = time.perf_counter() - start
    if as_json:
        result = {"fen": position.fen, "depth": depth, "nodes": nodes, "seconds": seconds, "nps": int(nodes / seconds)}
        click.echo(json.dumps(result | ({"divide": parts} if divide else {})))
    else:
        click.echo(f"nodes    {nodes}\nseconds  {seconds:.3f}\nnodes/s  {nodes / seconds:.0f}")
