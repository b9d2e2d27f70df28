"""Measure `arena report` on a large tournament: `python -m tests.bench.report [GAMES] [ROUNDS] [FOLDER]`.

The games are random but legal, about a hundred plies each, and every ply has thoughts as an engine reports them. They
enter the store as those of a tournament do. Each report is made in a fresh process; the figures are medians.
"""

import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from arena.store.store import FILE, open_store
from arena.tournament.driver import enter
from arena.tournament.formats import due
from arena.tournament.plan import Plan, make_plan
from arena.tournament.schedule import Task
from minds import Position
from world.api import Ending, Opening
from world.record import Ply, Record

MINDS = ("champion", "pst-engine", "alphabeta", "minimax", "negamax", "control")
PAIRS = 15 * 2  # of minds, with both seats
SHORTEST, LONGEST = 80, 120  # plies
AT_ONCE = 100  # games in a transaction
KIB = 1024


def fill(folder: Path, games: int) -> None:
    """Store a tournament of so many games."""
    folder.mkdir(parents=True, exist_ok=True)
    plan = make_plan(minds=MINDS, games=-(-games // PAIRS) * 2, nodes=10_000, name="benchmark")
    with open_store(folder, must_exist=False) as store:
        tasks = list(due(plan, enter(store, plan), {}, set()))[:games]
        for first in range(0, len(tasks), AT_ONCE):
            store.add((task, _record(plan, task)) for task in tasks[first : first + AT_ONCE])


def _record(plan: Plan, task: Task) -> Record:
    """Return the record of a random game that ends as most games do."""
    chance = random.Random(task.name)
    plies = tuple(_plies(chance, task.opening))
    kind, result = chance.choice([("checkmate", (1.0, 0.0)), ("resignation", (0.0, 1.0)), ("fifty moves", (0.5, 0.5))])
    return Record(
        world="chess",
        version=1,
        start=Position().fen,
        minds=tuple(MINDS[place] for place in task.seats),
        plies=plies,
        ending=Ending(kind, result),
        seed=task.seed,
        budgets=(plan.budget,) * 2,
        opening=len(task.opening.actions),
        name=task.name,
        opening_name=task.opening.name,
    )


def _plies(chance: random.Random, opening: Opening) -> Iterator[Ply]:
    position, length = Position(), chance.randint(SHORTEST, LONGEST)
    for number, action in enumerate(opening.actions):
        yield Ply(number % 2, action)
        position.push(action)
    for number in range(len(opening.actions), length):
        moves = position.legal_moves()
        if not moves:
            return
        chosen = [move.action for move in chance.sample(moves, min(6, len(moves)))]
        seconds = round(chance.lognormvariate(-4, 0.5), 6)
        thoughts = {
            "depth": chance.randint(4, 12),
            "nodes": chance.randint(9_000, 10_000),
            "score": chance.randint(-300, 300),
            "pv": chosen,
            "seldepth": chance.randint(12, 30),
            "hashfull": chance.randint(0, 1000),
        }
        yield Ply(number % 2, chosen[0], seconds, seconds, None, thoughts)
        position.push(chosen[0])


def measure(folder: Path) -> tuple[float, float, float]:
    """Make the report; return seconds, seconds of processor time, and the peak memory of its largest process in MiB."""
    began = perf_counter()
    command = [sys.executable, "-m", "arena", "report", str(folder)]
    nowhere = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    process = os.posix_spawn(sys.executable, command, os.environ, file_actions=nowhere)
    _, status, usage = os.wait4(process, 0)
    if status:
        raise SystemExit(f"arena report {folder} has failed")
    return perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / KIB


def main(games: int = 10_000, rounds: int = 3, kept: str = "") -> None:
    """Fill a store, in a folder that is kept if one is named, and measure its reports."""
    with TemporaryDirectory() as temporary:
        folder = Path(kept or temporary)
        if not (folder / FILE).exists():
            fill(folder, games)
        size = (folder / FILE).stat().st_size >> 20
        figures = [measure(folder) for _ in range(rounds)]
    seconds, processor, memory = (median(column) for column in zip(*figures, strict=True))
    print(f"{games} games, {size} MiB: {seconds:.1f} s, {processor:.1f} s of the processor, {memory:.0f} MiB at most")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3]), *sys.argv[3:4])
