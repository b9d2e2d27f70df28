"""Losses on time on a busy machine: `python -m tests.bench.busy [MIND] [--games N] [--tc TIME_CONTROL]`.

Loops keep the processor busy while Stockfish and one of our engines play on a clock. Both pay for processor time, so
neither may lose on time. With two cores and six loops it takes about half a minute a game of five seconds a side.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from arena.store.store import open_store
from world.record import Record

RIVAL = "uci:stockfish?Threads=1"


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Keep the processor busy."""
    started = [subprocess.Popen([sys.executable, "-ISc", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for one in started:
            one.kill()
            one.wait()


@click.command(help=__doc__)
@click.argument("mind", default="champion")
@click.option("--games", default=100, show_default=True, help="Games to play.")
@click.option("--tc", default="5+0.05", show_default=True, help="Time control.")
@click.option("--loops", default=6, show_default=True, help="Loops beside the games.")
def main(mind: str, games: int, tc: str, loops: int) -> None:
    """Play the games and print how they ended; fail if one was lost on time."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-P", "-m", "arena", "run", RIVAL, mind, "--tc", tc, "--games", str(games)]
        with busy(loops):
            subprocess.run([*command, "--out", folder], check=True)
        with open_store(Path(folder)) as store:
            records = list(store.records())
    endings, late = Counter[str](), 0
    for record in records:
        fault = record.ending.fault
        endings[f"{fault.kind}, by {record.minds[fault.seat]}: {fault.message}" if fault else record.ending.kind] += 1
        late += fault is not None and fault.kind == "time"
    for ending, count in endings.most_common():
        print(f"{count:4} {ending}")
    least = {name: min(_left(records, name), default=0.0) for name in records[0].minds}
    print("least time left on a clock:", ", ".join(f"{name} {seconds:.2f} s" for name, seconds in least.items()))
    print(f"{late} of {len(records)} games lost on time")
    sys.exit(bool(late))


def _left(records: list[Record], name: str) -> Iterator[float]:
    for record in records:
        yield from (ply.left for ply in record.plies if ply.left is not None and record.minds[ply.seat] == name)


if __name__ == "__main__":
    main()
