"""Measure how often openings are called decisive by chance, and how often their intervals hold.

`python -m tests.bench.openings [TOURNAMENTS]` makes tournaments of random results: six minds of unequal strength, 20
openings, two games an opening and pairing; once where openings do not matter, and once where one of them gives the
first seat more. It makes the figures that `results/README.md` has on openings (half a minute).
"""

import sys
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd

from arena.store.tables import openings, openings_by_mind

STRENGTHS = (0.0, 0.3, 0.6, 1.0, 1.5, 3.0)  # in units of 174 Elo
OPENINGS, DRAWS, ADVANTAGE = 20, 0.3, 0.2
DECISIVE = 1.5  # that an opening gives the first seat, in the same units
FLAGGED = 0.05


def tournament(chance: np.random.Generator, decisive: float = 0.0, openings: int = OPENINGS) -> Any:
    """Return results of random games; the first opening gives the first seat so much more than the others."""
    rows = []
    for one, other in combinations(range(len(STRENGTHS)), 2):
        for opening in range(openings):
            for seats, letter in (((one, other), "a"), ((other, one), "b")):
                score = _score(chance, *seats, ADVANTAGE + (decisive if opening == 0 else 0.0))
                pair = f"{one}-{other}-{opening:03}"
                rows.append((f"{pair}{letter}", pair, f"o{opening}", *(f"m{seat}" for seat in seats), score, 1 - score))
    names = ["game", "pair", "opening", "first", "second", "score_first", "score_second"]
    games = pd.DataFrame(rows, columns=names).assign(duplicate=False, ending="", fault=None, fault_seat=None)
    return SimpleNamespace(games=games)


def expected(first: int, second: int, advantage: float) -> float:
    """Return the mean score of the first seat."""
    return float(1 / (1 + np.exp(STRENGTHS[second] - STRENGTHS[first] - advantage)))


def _score(chance: np.random.Generator, first: int, second: int, advantage: float) -> float:
    mean = expected(first, second, advantage)
    drawn = DRAWS * 2 * min(mean, 1 - mean)  # fewer draws between unequal minds
    luck = chance.random()
    return 0.5 if luck < drawn else float(luck < drawn + mean - drawn / 2)


def truth() -> tuple[float, dict[str, float]]:
    """Return the mean score of the first seat, and that of each mind, where openings do not matter."""
    minds = range(len(STRENGTHS))
    first = {(one, other): expected(one, other, ADVANTAGE) for one in minds for other in minds if one != other}
    own = {
        f"m{one}": np.mean([(first[one, other] + 1 - first[other, one]) / 2 for other in minds if other != one])
        for one in minds
    }
    return float(np.mean(list(first.values()))), {name: float(score) for name, score in own.items()}


def measure(tournaments: int, seed: int = 1) -> dict[str, float]:
    """Return shares of tournaments with false alarms, of intervals that hold, and of decisive openings found."""
    chance = np.random.default_rng(seed)
    seat, scores = truth()
    alarms = {"openings": 0, "openings_by_mind": 0}
    held, held_by_mind, found = [], [], 0
    for _ in range(tournaments):
        results = tournament(chance)
        first, own = openings.read(results), openings_by_mind.read(results)
        alarms["openings"] += bool((first["p_first"] <= FLAGGED).any())
        alarms["openings_by_mind"] += bool((own["p_value"] <= FLAGGED).any())
        held.append(((first["low"] <= seat) & (seat <= first["high"])).mean())
        wanted = own["mind"].map(scores)
        held_by_mind.append(((own["low"] <= wanted) & (wanted <= own["high"])).mean())
        decided = openings.read(tournament(chance, DECISIVE))
        found += bool(decided.set_index("opening").at["o0", "p_first"] <= FLAGGED)
    shares = {f"false alarm in {name}": count / tournaments for name, count in alarms.items()}
    shares |= {"interval of openings holds": float(np.mean(held)), "by mind": float(np.mean(held_by_mind))}
    return shares | {"decisive opening found": found / tournaments}


if __name__ == "__main__":
    for name, share in measure(int(sys.argv[1]) if len(sys.argv) > 1 else 500).items():
        print(f"{name:40} {share:.3f}")
