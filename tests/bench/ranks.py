"""Try the rank intervals and tiers on simulated tournaments: `python -m tests.bench.ranks [TOURNAMENTS]` (minutes).

Games are simulated in three ways: each on its own; both games of an opening won by the same mind, as between unequal
programs that repeat themselves; and mostly won by the side that moves first. Copies are minds of equal strength: they
should be in one tier, and no two of them told apart, in 95 % of the tournaments.
"""

import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter, process_time

import numpy as np

from arena.rate.pairs import Ratings, fit

Game = tuple[str, str, float, object]
WAYS = ("independent", "same winner", "first move")
FIRST_MOVE = {"independent": 30, "same winner": 0, "first move": 400}  # Elo
SEED = 18


def opening(one: int, other: int, elo: Sequence[float], way: str, luck: np.random.Generator) -> Iterator[Game]:
    """Yield the two games of an opening, as tuples for `fit`."""
    names, ahead, first_move = (f"m{one}", f"m{other}"), elo[one] - elo[other], FIRST_MOVE[way]
    cluster = object()
    won = float(luck.random() < 1 / (1 + 10 ** (-(ahead + first_move) / 400)))
    back = 1 - won if way == "same winner" else float(luck.random() < 1 / (1 + 10 ** ((ahead - first_move) / 400)))
    yield (*names, won, cluster)
    yield (*names[::-1], back, cluster)


def round_robin(elo: Sequence[float], games: int, way: str, luck: np.random.Generator) -> list[Game]:
    """Return the games of a round robin between minds of these ratings."""
    pairs = [(one, other) for one in range(len(elo)) for other in range(one + 1, len(elo))]
    return [game for pair in pairs for _ in range(games // 2) for game in opening(*pair, elo, way, luck)]


def swiss(elo: Sequence[float], rounds: int, way: str, luck: np.random.Generator) -> list[Game]:
    """Return the games of a swiss without byes: neighbours by points meet, two games each round."""
    points, games = np.zeros(len(elo)), list[Game]()
    for _ in range(rounds):
        order = sorted(range(len(elo)), key=lambda mind: (-points[mind], luck.random()))
        for one, other in zip(order[::2], order[1::2], strict=True):
            played = list(opening(one, other, elo, way, luck))
            points[one] += played[0][2] + 1 - played[1][2]
            points[other] += 1 - played[0][2] + played[1][2]
            games += played
    return games


def in_one_tier(found: Ratings) -> bool:
    """Return True if no tier line is drawn."""
    return max(found.tier) == 1


def nobody_beats_anybody(found: Ratings) -> bool:
    """Return True if every rank interval holds all ranks."""
    return max(found.low) == 1


def neighbours_told_apart(found: Ratings) -> float:
    """Return the share of the minds, listed from the strongest, that surely beat the next."""
    pairs = [(f"m{number}", f"m{number + 1}") for number in range(len(found.names) - 1)]
    return sum(found.beats(*pair) for pair in pairs) / len(pairs)


def in_tiers_of_one(found: Ratings) -> bool:
    """Return True if a tier line is drawn between all minds, listed from the strongest."""
    return dict(zip(found.names, found.tier, strict=True)) == {f"m{n}": n + 1 for n in range(len(found.names))}


Check = Callable[[Ratings], float]


def shares(count: int, make: Callable[[np.random.Generator], Ratings], *checks: Check) -> list[float]:
    """Return in which share of so many tournaments each of these is true, on average."""
    luck = np.random.default_rng(SEED)
    found = [make(luck) for _ in range(count)]
    return [sum(map(check, found)) / count for check in checks]


def many_minds(minds: int = 1000, games: int = 20) -> tuple[Ratings, float, float]:
    """Rate minds that have met as many others by chance; return seconds and seconds of the processor for the ranks."""
    luck = np.random.default_rng(SEED)
    elo = luck.normal(0, 200, minds)
    met = [(one, (one + int(luck.integers(1, minds))) % minds) for one in range(minds) for _ in range(games // 4)]
    played = [game for pair in met for game in opening(*pair, elo.tolist(), "independent", luck)]
    began, spent = perf_counter(), process_time()
    found = fit(played)
    assert len(found.tier) == len(found.los) == minds
    return found, perf_counter() - began, process_time() - spent


def main(count: int = 200) -> None:
    """Print a table of all that was tried."""
    for way in WAYS:
        one, none = shares(
            count, lambda luck, way=way: fit(round_robin([0] * 60, 2, way, luck)), in_one_tier, nobody_beats_anybody
        )
        print(
            f"60 copies, round robin, 2 games, {way:11}: one tier {one:6.1%}, nobody told apart {none:6.1%}", flush=True
        )
    for way in WAYS:
        one, none = shares(
            count,
            lambda luck, way=way: fit(swiss([0] * 60, 7, way, luck), paired_by_results=True),
            in_one_tier,
            nobody_beats_anybody,
        )
        print(
            f"60 copies, swiss of 7 rounds,    {way:11}: one tier {one:6.1%}, nobody told apart {none:6.1%}", flush=True
        )
    for minds in (2, 6):
        for way in WAYS[:2]:
            elo = [200 * (minds - 1 - number) for number in range(minds)]
            told, tiers = shares(
                count,
                lambda luck, elo=elo, way=way: fit(round_robin(elo, 100, way, luck)),
                neighbours_told_apart,
                in_tiers_of_one,
            )
            print(
                f"{minds} minds 200 Elo apart, 100 games, {way:11}: neighbours apart {told:6.1%}, all {tiers:6.1%}",
                flush=True,
            )
    _, seconds, processor = many_minds()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"1,000 minds, 20 games each: {seconds:.1f} s, {processor:.1f} s of the processor, {memory} MiB at most")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]))
