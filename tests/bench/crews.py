"""The cost of games at the head of a crew, whose workers answer at once: `python -m tests.bench.crews [GAMES [PLIES]]`.

Counted is the processor time of this process without that of the answers, which are copies of fifty games. With 100000
games it shows whether the head's memory grows.
"""

import random
import resource
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from itertools import cycle
from pathlib import Path
from time import perf_counter, process_time, thread_time
from typing import Any

import msgspec

from arena.crew.batch import play
from arena.crew.games import crew_on
from arena.crew.identity import identity
from arena.crew.messages import Answer, GameBatch, Outcome, encode, read_batch
from arena.store.store import open_store
from arena.tournament.driver import enter, play_tournament
from arena.tournament.plan import Plan, make_plan
from world.api import Ending
from world.record import Ply, Record
from world.registry import new_world

GAMES, PLIES = 20_000, 40
KINDS = 50  # of games that are answered
MINDS = ("any-random-legal-move", "minimax:depth=1")


class AtOnce(Executor):
    """Answers every batch at once, with copies of some games."""

    places = 2

    def __init__(self, records: Sequence[Record]) -> None:
        self.records, self.seconds = cycle(records), 0.0

    def submit(self, fn: Any, /, *args: Any, **_options: Any) -> "Future[Any]":
        assert fn is play
        begun = thread_time()
        future: Future[bytes] = Future()
        future.set_result(self.answer(args[0]))
        self.seconds += thread_time() - begun
        return future

    def answer(self, payload: bytes) -> bytes:
        """Return the answer of a worker that takes no time."""
        batch = read_batch(payload)
        assert isinstance(batch, GameBatch)
        games = []
        for task in batch.tasks:
            names = tuple(batch.entrants[place].name for place in task.seats)
            record = msgspec.structs.replace(next(self.records), minds=names, seed=task.seed, worker=identity())
            games.append(Outcome(task.name, msgspec.Raw(encode(record))))
        return encode(Answer(batch.number, identity(), tuple(games), 0.004 * len(games)))


def any_game(plan: Plan, plies: int, seed: int = 1) -> Record:
    """Return the record of a random game."""
    world, rng, found = new_world("chess"), random.Random(seed), []
    world.newrun("", 0)
    start = world.getstate()
    while len(found) < plies and world.ending() is None:
        seat, action = world.turn(), rng.choice(world.actions())
        found.append(Ply(seat, action, 0.001, 0.001, None, {"depth": 4, "nodes": 1234, "score": 31}))
        world.takeaction(action)
    ending = world.ending() or Ending("max plies", (0.5, 0.5))
    return Record("chess", world.version, start, MINDS, tuple(found), ending, budgets=(plan.budget,) * 2)


def main() -> None:
    """Play the games, and print what they cost."""
    given = [int(word) for word in sys.argv[1:]]
    games, plies = (*given, *(GAMES, PLIES)[len(given) :])
    plan = make_plan(minds=list(MINDS), games=games, nodes=100, max_plies=plies, openings="none")
    executor, memory = AtOnce([any_game(plan, plies, seed) for seed in range(KINDS)]), []

    def progress(results: Any, _news: Any) -> None:
        if len(results) >= games * (len(memory) + 1) // 10:
            with open("/proc/self/statm", encoding="ascii") as file:
                memory.append(int(file.read().split()[1]) * resource.getpagesize() >> 20)

    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder), must_exist=False) as store:
        openings = enter(store, plan)
        crew_of = crew_on(lambda: executor)
        begun, used = perf_counter(), process_time()
        play_tournament(store, progress, crew_of=crew_of, openings=openings)
        seconds, used = perf_counter() - begun, process_time() - used - executor.seconds
        assert len(store.results()) == games
    print(f"{games} games of {plies} plies: {1000 * used / games:.2f} ms of the head's processor a game")
    print(f"{games / seconds:.0f} games/s stored; MiB held after each tenth: {' '.join(map(str, memory))}")


if __name__ == "__main__":
    main()
