"""Speed of `arena import`: `python -m tests.bench.importing FILE.pgn [GAMES]`.

The games of the file are repeated under other names until there are 20,000, and imported on all processors. Wall time
means something on a quiet machine only; processor time does so always.
"""

import os
import resource
import sys
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from arena.importing.importer import import_games
from arena.report.aside import processors
from arena.report.report import write_report
from arena.store.store import open_store
from world.pgn import games_in


def repeat(source: Path, target: Path, count: int) -> None:
    """Write this many games, those of a file again and again, each time with other players and without their names."""
    with source.open(encoding="utf-8") as file:
        texts = [game.text for game in games_in(file)]
    with target.open("w", encoding="utf-8") as file:
        for number, text in enumerate(islice(cycle(texts), count)):
            mark = f' {number // len(texts)}"]'
            for tag in ("White", "Black"):
                head, _, rest = text.partition(f'[{tag} "')
                text = f'{head}[{tag} "{rest.replace(chr(34) + "]", mark, 1)}'
            file.write(text.replace("[GameId ", "[WasId "))


def _processor_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def main(source: Path, count: int) -> None:
    """Import, report, and print how long both took."""
    with TemporaryDirectory() as folder:
        path, out = Path(folder) / "games.pgn", Path(folder) / "out"
        out.mkdir()
        repeat(source, path, count)
        began, used = monotonic(), _processor_seconds()
        with open_store(out, must_exist=False) as store, store.alone():
            found = import_games(store, [path], lambda _games, _left_out: None)
            plies = store.db.execute("SELECT avg(plies) FROM games").fetchone()[0]
        seconds, busy = monotonic() - began, _processor_seconds() - used
        size, load = path.stat().st_size / 2**20, os.getloadavg()[0]
        print(f"{found.games:,} games of {plies:.0f} plies on average, {size:.0f} MiB; {len(found.left_out)} left out")
        print(f"import: {seconds:.1f} s, {found.games / seconds:.0f} games a second on {processors()} processors")
        rate = 2 * found.games / busy
        print(f"        {busy:.1f} s of the processor, {rate:.0f} games a second on two; load {load:.1f}")
        began = monotonic()
        write_report(out)
        print(f"report: {monotonic() - began:.1f} s")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int((sys.argv[2:] or ["20000"])[0]))
