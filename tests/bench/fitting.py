"""Measures how fast networks learn: `python -m tests.bench.fitting DATA…`, with files of games or of positions.

The figures are positions a second of processor time on one core, and the time for 20 million positions twenty times;
beside them, how many positions a second are read.
"""

from pathlib import Path
from time import process_time

import click
import numpy as np

from minds.training.network.data import read_all
from minds.training.network.settings import Settings
from minds.training.network.trainer import Training

BATCHES, WARM_UP = 200, 5
GOAL = 20_000_000 * 20


def rate(positions: np.ndarray, hidden: int) -> float:
    """Return the positions that a training goes through in a second of processor time."""
    training = Training(positions, Settings(hidden=hidden))
    began, seen = 0.0, 0
    for _ in training.run():
        if training.step == WARM_UP:  # everything is compiled
            began, seen = process_time(), training.seen
        if training.step == WARM_UP + BATCHES:
            break
    return (training.seen - seen) / (process_time() - began)


@click.command(help=__doc__)
@click.argument("data", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DATA…")
def fitting(data: tuple[Path, ...]) -> None:
    """Print the table."""
    read_all(data[:1], click.echo)  # compiles
    began = process_time()
    positions = read_all(data, click.echo)
    click.echo(f"{len(positions):,} positions read, {len(positions) / (process_time() - began):,.0f} a second\n")
    click.echo("| hidden units | positions a second | 20 M positions × 20 |\n|---|---|---|")
    for hidden in (64, 128, 256):
        found = rate(positions, hidden)
        click.echo(f"| {hidden} | {found:,.0f} | {GOAL / found / 60:.1f} min |")


if __name__ == "__main__":
    fitting()
