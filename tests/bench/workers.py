"""Measure how often a worker is named by chance, and how often one that differs is found.

`python -m tests.bench.workers [TOURNAMENTS]` makes tournaments of random results between six minds of unequal strength,
played by workers that take batches of games in the order of the plan. Games from one opening have something in common,
for all minds and for each, and batches are runs of such games: that must not be taken for a worker's doing. Then one
worker makes minds forfeit, or makes one mind weaker (two minutes for 500 tournaments).
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd

from arena.store.workers import compare

STRENGTHS = np.array((0.0, 0.3, 0.6, 1.0, 1.5, 3.0))  # in units of 174 Elo
DRAWS, ADVANTAGE = 0.3, 0.2
FORFEITS, WEAKENED = 0.15, 0.6  # share of games that a bad worker spoils


@dataclass(frozen=True)
class Crew:
    """A crew, and what its games have in common."""

    workers: int = 4
    batch: int = 20  # games, at most
    openings: int = 20
    spread: float = 0.0  # of what an opening gives the first seat, and of how well each mind knows it
    forfeits: float = 0.02  # of all games
    speeds: tuple[float, ...] = ()
    machines: int = 0  # 0: each worker has its own


CREWS = {
    "four workers": Crew(),
    "openings that decide": Crew(spread=1.0),
    "long batches": Crew(workers=3, batch=45, spread=1.0),
    "two workers": Crew(workers=2, batch=5, openings=10, spread=1.0),
    "unequal workers": Crew(workers=6, spread=0.5, forfeits=0.1, speeds=(1, 1, 1, 4, 0.2, 0.5)),
    "game by game": Crew(workers=8, batch=1, spread=0.5, forfeits=0.005),
    "machines of several": Crew(workers=8, spread=0.5, machines=3),
}


def tournament(chance: np.random.Generator, crew: Crew) -> pd.DataFrame:
    """Return the games of a tournament in the order of playing, as `compare` reads them."""
    minds = range(len(STRENGTHS))
    pairs = [seats for pair in combinations(minds, 2) for seats in (pair, pair[::-1])]
    first, second, opening = (np.array(column) for column in zip(*_games(crew.openings, pairs), strict=True))
    knows = chance.normal(0, crew.spread, (len(minds), crew.openings, 2))
    strength = STRENGTHS[:, None, None] + knows
    ahead = strength[first, opening, 0] - strength[second, opening, 1]
    mean = 1 / (1 + np.exp(-ahead - ADVANTAGE - chance.normal(0, crew.spread, crew.openings)[opening]))
    drawn, luck = 2 * DRAWS * np.minimum(mean, 1 - mean), chance.random(len(mean))
    scores = np.where(luck < drawn, 0.5, luck < drawn + mean - drawn / 2)
    forfeit = chance.random(len(mean)) < crew.forfeits
    worker = [_text(crew, number) for number in _workers(chance, crew, len(mean))]
    columns = {"first": first + 1, "second": second + 1, "score_first": scores, "forfeit": forfeit.astype(int)}
    return pd.DataFrame(columns | {"worker": worker, "learnt": 0})


def _games(openings: int, pairs: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield the seats and the opening of each game, in the order of a round robin."""
    for opening, (first, second) in product(range(openings), pairs):
        yield first, second, opening


def _workers(chance: np.random.Generator, crew: Crew, games: int) -> list[int]:
    """Return the worker of each game: each takes the next batch when it is free, and batches grow."""
    speeds, size = crew.speeds or (1.0,) * crew.workers, [1] * crew.workers
    free, found = chance.random(crew.workers), []
    while len(found) < games:
        worker = int(free.argmin())
        found += [worker] * size[worker]
        free[worker] += size[worker] / speeds[worker] * chance.lognormal(0, 0.3)
        size[worker] = min(crew.batch, 4 * size[worker])
    return found[:games]


def _text(crew: Crew, number: int) -> str:
    machine = number % crew.machines if crew.machines else number
    return f'{{"machine":"node{machine}","process":{number + 1}}}'


def forfeiting(chance: np.random.Generator, games: pd.DataFrame, machine: str = "node0") -> pd.DataFrame:
    """Return games in which minds forfeit more often on a machine."""
    here = _on(games, machine) & (chance.random(len(games)) < FORFEITS)
    return games.assign(forfeit=np.where(here, 1, games["forfeit"]))


def weakening(chance: np.random.Generator, games: pd.DataFrame, mind: int = 3) -> pd.DataFrame:
    """Return games in which a mind loses more often on a machine."""
    spoilt = _on(games, "node0") & (chance.random(len(games)) < WEAKENED)
    first = np.where(spoilt & (games["first"] == mind), 0.0, games["score_first"])
    return games.assign(score_first=np.where(spoilt & (games["second"] == mind), 1.0, first))


def _on(games: pd.DataFrame, machine: str) -> "pd.Series[bool]":
    return games["worker"].str.contains(f'"{machine}"', regex=False)


def results_of(games: pd.DataFrame) -> Any:
    """Return results that hold these games."""
    return SimpleNamespace(query=lambda _query: games, minds=[f"m{number}" for number in range(len(STRENGTHS))])


def named(games: pd.DataFrame) -> list[str]:
    """Return the workers and machines that are said to differ."""
    return [one.group.name for one in compare(results_of(games)).differences]


def measure(crew: Crew, tournaments: int, seed: int = 1) -> tuple[float, float, float]:
    """Return the shares of tournaments with a false alarm, and in which each kind of bad worker is named first."""
    chance = np.random.default_rng(seed)
    counts = np.zeros(3)
    for _ in range(tournaments):
        games = tournament(chance, crew)
        bad = [named(change(chance, games)) for change in (forfeiting, weakening)]
        counts += [bool(named(games)), *(bool(names) and _is_bad(crew, names[0]) for names in bad)]
    alarms, forfeits, weak = counts / tournaments
    return float(alarms), float(forfeits), float(weak)


def _is_bad(crew: Crew, name: str) -> bool:
    """Return True for the bad worker; of two, either may be named."""
    return name.startswith("node0") or crew.workers == 2


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    print(f"{'':24}{'false alarms':>14}{'forfeits found':>16}{'weak mind found':>17}")
    for name, crew in CREWS.items():
        alarms, forfeits, weak = measure(crew, count)
        print(f"{name:24}{alarms:>14.3f}{forfeits:>16.3f}{weak:>17.3f}", flush=True)
