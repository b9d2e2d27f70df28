"""Damage what the arena keeps on disk, then use it: `python -m tests.drills.damage [--scale S]`, some 30 minutes.

Flipped bits, cut ends, zeroed, swapped and overwritten pages: in the store of a finished tournament, in that of a
killed arena with SQLite's second file, in the unpacked files of submitted minds, and in the machine code of the
rules of chess. After each, everything is done that users do. Damage is noticed if a line says so or the files are made
again, replayed if games of a killed arena are lost that `arena resume` plays again, and harmless if nothing changes. It
is wrong if a game or a table changes silently, if there is a traceback, a crash or a hang, or if resumed games differ.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path
from random import Random

from arena.cli.signals import ended_by_signals
from tests.arena.command import ARENA
from tests.drills.damages import damage
from tests.drills.isolated import Ended, isolated
from tests.drills.killed import killed_tournament
from tests.drills.readers import READERS, Rows, drawn, resume
from tests.drills.table import report

MIND = """
from minds import Mind


class Hasty(Mind):
    needs = "position"

    def getaction(self, state):
        if len(state.history) > 14 and self.rng.random() < 0.2:
            return "0,0"
        return self.rng.choice(state.position.legal_moves())
"""
MINDS = ("minimax:depth=1", "hasty=hasty.py", "learner=minds/students/learner.py")
PLOTTED = 10  # of so many damaged stores, one has its plots drawn
MORE_GAMES = ("--games", "6")
TEXTS = ("rate", "why", "why GAME")  # whose lines are others if a game is left out
LOST = "all that it held is lost"
SIGNATURE = "signature 2249373"
FILES = ("arena.sqlite", "arena.sqlite-wal", "arena.sqlite-shm")


@dataclass
class Counts:
    """A target's results, and the cases that went wrong."""

    name: str
    results: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def count(self, said: str, result: str, faults: list[str]) -> None:
        """Count a case; one with faults is wrong, and is printed."""
        self.results["wrong" if faults else result] += 1
        for fault in faults:
            self.wrong.append(f"{self.name}: {said}: {fault}")
            print(self.wrong[-1], flush=True)

    def line(self) -> str:
        """Return the line of the table."""
        numbers = "".join(f"{self.results[name]:10}" for name in RESULTS)
        return f"{self.name:16}{self.results.total():8}{numbers}"


RESULTS = ("noticed", "replayed", "harmless", "wrong")


@dataclass
class Drill:
    """A folder for everything, a sound tournament, and a source of chance."""

    home: Path
    random: Random

    @property
    def scratch(self) -> Path:
        """An empty folder for the temporary files of one process."""
        shutil.rmtree(self.home / "scratch", ignore_errors=True)
        (self.home / "scratch").mkdir()
        return self.home / "scratch"

    def copy(self, folder: Path) -> Path:
        """Return a copy of a tournament, to be damaged: the only one in its folder."""
        shutil.rmtree(self.home / "work", ignore_errors=True)
        copied = self.home / "work" / "copy"
        copied.mkdir(parents=True)
        for name in FILES:
            if (folder / name).exists():
                shutil.copy(folder / name, copied)
        return copied

    def use(self, user: Callable[[Path], Rows], folder: Path) -> Ended:
        """Let one user work on a folder."""
        return isolated(lambda: user(folder), self.scratch)

    def truth(self, folder: Path) -> dict[str, Rows]:
        """Return what every user finds in an undamaged tournament."""
        copied, found = self.copy(folder), {}
        for name, user in (READERS | {"plots": drawn, "resume": resume}).items():
            ended = self.use(user, copied)
            assert ended.value is not None, (name, ended)
            found[name] = ended.value
        return found

    # ── Stores ───────────────────────────────────────────────────────────────────────────────

    def stores(self, name: str, folder: Path, cases: int) -> Counts:
        """Damage a store again and again, and let every user work on it."""
        truth, counts = self.truth(folder), Counts(name)
        for number in range(cases):
            copied = self.copy(folder)
            users = READERS | ({"plots": drawn} if number % PLOTTED == 0 else {}) | {"resume": resume}
            paths = [path for path in (copied / name for name in FILES) if path.exists() and path.stat().st_size]
            said = damage(self.random.choices(paths, weights=(2, 6, 1)[: len(paths)])[0], self.random)
            ends = {name: self.use(user, copied) for name, user in users.items()}
            if LOST in ends["report"].stderr:  # told once: SQLite then deletes the file
                ends = {name: replace(end, stderr=f"{end.stderr}{LOST}") for name, end in ends.items()}
            verdicts = {name: judge(name, end, truth[name]) for name, end in ends.items()}
            if not verdicts["rate"] or verdicts["report"] == "noticed":
                verdicts["rate"] = verdicts["report"]  # it reads what the report wrote
            if "replayed" in verdicts.values() and len(paths) == 1:
                verdicts["lost"] = f"rows are missing, and no line says so: {verdicts}"
            faults = [f"{name}: {verdict}" for name, verdict in verdicts.items() if verdict not in RESULTS]
            result = next((one for one in RESULTS if one in verdicts.values()), "harmless")
            counts.count(said, result, faults)
        return counts

    # ── Caches ───────────────────────────────────────────────────────────────────────────────

    def bundles(self, folder: Path, cases: int) -> Counts:
        """Damage the unpacked files of minds, and play more games."""
        counts, place = Counts("bundle cache"), Path(os.environ["XDG_CACHE_HOME"]) / "mind-arena" / "bundles"

        def play_on(copied: Path) -> Rows:
            return resume(copied, *MORE_GAMES)

        truth = self.use(play_on, self.copy(folder)).value
        assert truth
        sound = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
        for _ in range(cases):
            path = self.random.choice(sorted(sound))
            path.parent.chmod(0o755)
            said = damage(path, self.random)
            ended = self.use(play_on, self.copy(folder))
            right = ended.value == truth and {one: one.read_bytes() for one in sound} == sound
            counts.count(said, "noticed", [] if right else [fault_of(ended)])
        return counts

    def code(self, cases: int) -> Counts:
        """Damage the files of machine code, and let the engine search."""
        counts, (place,) = Counts("compile cache"), Path(os.environ["XDG_CACHE_HOME"]).glob("mind-arena/*/complete")
        sound = {path: path.read_bytes() for path in place.parent.glob("*.nb?")}
        for _ in range(cases):
            path = self.random.choice(sorted(sound))
            said = damage(path, self.random)
            done = subprocess.run(
                [ARENA, "bench", "--signature"], capture_output=True, text=True, timeout=600, check=False
            )
            right = (done.returncode, done.stdout.startswith(SIGNATURE), "Traceback" in done.stderr) == (0, True, False)
            noticed = "compiling" in done.stderr
            counts.count(said, "noticed" if noticed else "harmless", [] if right else [f"{done.returncode} {done}"])
            path.write_bytes(sound[path])
        return counts


def judge(name: str, ended: Ended, truth: Rows) -> str:
    """Return the result of one use, or what was wrong with it."""
    if ended.wrong:
        return ended.wrong
    told = "is damaged" in ended.stderr
    if ended.value is None:
        return "noticed"
    if ended.value == truth:
        return "noticed" if told else "harmless"
    if LOST in ended.stderr and (name != "resume" or set(ended.value) < set(truth)):
        return "noticed"  # the command that extended the tournament is lost, too, and its plan
    if name == "resume":
        return "the games are others than before"
    added = [row for row in ended.value if row not in set(truth)]
    if told and (name in TEXTS or "tables" in ended.stderr or not added):
        return "noticed"
    if added and name not in TEXTS:
        return f"{len(added)} rows that are not true, such as {added[0][:200]!r}"
    return "replayed"


def fault_of(ended: Ended) -> str:
    """Return what was wrong with a run whose games are not the right ones."""
    return ended.wrong or f"other games than before; {ended.stderr.strip()}"


def finished_tournament(home: Path) -> Path:
    """Play a tournament with faults, a submitted mind and one that learns."""
    (home / "hasty.py").write_text(MIND, encoding="utf-8")
    folder = home / "finished"
    words = [word.replace("hasty.py", str(home / "hasty.py")) for word in MINDS]
    run = [ARENA, "run", *words, "--games", "4", "--nodes", "50", "--max-plies", "24", "--out", str(folder)]
    subprocess.run(run, check=True, capture_output=True, timeout=600)
    return folder


def own_cache(home: Path) -> None:
    """Use a cache of the drill's own, with a copy of the compiled rules."""
    from minds.board.cache import CACHE

    assert CACHE is not None
    subprocess.run([ARENA, "bench", "--signature"], check=True, capture_output=True, timeout=600)
    shutil.copytree(CACHE, home / "cache" / "mind-arena" / CACHE.name)
    (home / "cache" / "mind-arena").chmod(0o700)
    os.environ["XDG_CACHE_HOME"] = str(home / "cache")


def drill(cases: dict[str, int], seed: int) -> Iterator[Counts]:
    """Damage every target so many times; yield the counts of each."""
    home, before = Path(tempfile.mkdtemp(prefix="arena-drill-")), os.environ.get("XDG_CACHE_HOME")
    try:
        own_cache(home)
        one = Drill(home, Random(seed))
        folder = finished_tournament(home)
        with redirect_stderr(StringIO()):
            copied = one.copy(folder)
            for reader in READERS.values():  # loads every module here, once
                reader(copied)
        yield one.stores("finished store", folder, cases["finished"])
        if cases["killed"]:
            live, half = killed_tournament(home, folder)
            yield one.stores("killed arena", live, cases["killed"] // 2)
            yield one.stores("half written", half, cases["killed"] // 2)
        yield one.bundles(folder, cases["bundles"])
        yield one.code(cases["code"])
    finally:
        if before is not None:
            os.environ["XDG_CACHE_HOME"] = before
        for path, _, _ in os.walk(home):
            os.chmod(path, 0o700)
        shutil.rmtree(home, ignore_errors=True)


def main() -> int:
    """Run the drill, print its table, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--scale", type=float, default=1.0, help="times 220 damages (default: 1)")
    parser.add_argument("--seed", type=int, default=17)
    options = parser.parse_args()
    cases = {"finished": 100, "killed": 50, "bundles": 40, "code": 30}
    parts = drill({name: int(number * options.scale) for name, number in cases.items()}, options.seed)
    with ended_by_signals():
        return report(parts, f"{'damaged':16}{'tried':>8}{''.join(f'{name:>10}' for name in RESULTS)}")


if __name__ == "__main__":
    sys.exit(main())
