"""Losses on time on a busy machine: `python -m tests.bench.busy [GAMES] [TIME_CONTROL]`.

Six loops keep the processor busy while Stockfish and our engine play on a clock. Both pay for processor time, so
neither may lose on time. With two cores it takes about half a minute a game.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.store.store import open_store
from world.record import Record

LOOPS, MINDS = 6, ("uci:stockfish?Threads=1", "champion")


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


def main(games: int, control: str) -> int:
    """Play the games, print how they ended, and return the number of losses on time."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-P", "-m", "arena", "run", *MINDS, "--tc", control, "--games", str(games)]
        with busy(LOOPS):
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
    return late


def _left(records: list[Record], name: str) -> Iterator[float]:
    for record in records:
        yield from (ply.left for ply in record.plies if ply.left is not None and record.minds[ply.seat] == name)


if __name__ == "__main__":
    sys.exit(bool(main(int((sys.argv[1:] or ["100"])[0]), (sys.argv[2:] or ["5+0.05"])[0])))
