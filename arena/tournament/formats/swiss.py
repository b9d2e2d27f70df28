"""The Swiss system: minds with equal points meet in each round, and no pair meets twice if that is possible."""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from arena.tournament.schedule import Format, Place, Results, Task, add_points, pairing
from world.api import Opening

if TYPE_CHECKING:
    from arena.tournament.settings import Plan

MAX_TRIES = 10_000  # to find pairs that have not met


Round = tuple[list[tuple[int, int]], int | None, list[Task]]  # pairs, bye, games


def games(plan: "Plan", openings: Sequence[Opening], results: Results) -> Iterator[Task]:
    """Yield the rounds up to the first that is not finished; every round has its own openings."""
    for _, _, tasks in _paired(plan, openings, results):
        yield from tasks


def _paired(plan: "Plan", openings: Sequence[Opening], results: Results) -> Iterator[Round]:
    points, met, had_bye = dict.fromkeys(range(len(plan.minds)), 0.0), set[tuple[int, int]](), set[int]()
    for round_ in range(1, rounds(plan) + 1):
        pairs, bye = pair_up(points, met, had_bye)
        first = (round_ - 1) * math.ceil(plan.games / 2)
        tasks = [task for pair in pairs for task in pairing(plan, openings, pair, round_, first, plan.games)]
        yield pairs, bye, tasks
        if not pairs or any(task.name not in results for task in tasks):
            return
        add_points(tasks, results, points)
        met.update(pairs)
        if bye is not None:
            points[bye] += plan.games / 2  # as many as for a drawn match; ratings ignore a bye
            had_bye.add(bye)


def places(plan: "Plan", results: Results) -> list[Place]:
    """Return points, Buchholz (the points of all opponents) and Sonneborn-Berger (each times the score against it).

    The opponent of a bye has as many points as the mind itself.
    """
    paired = list(_paired(plan, [Opening()], results))
    played = [task for _, _, tasks in paired for task in tasks if task.name in results]
    byes = Counter(bye for _, bye, _ in paired if bye is not None)
    points = {mind: byes[mind] * plan.games / 2 for mind in range(len(plan.minds))}
    add_points(played, results, points)
    buchholz = {mind: byes[mind] * points[mind] for mind in points}
    berger = {mind: byes[mind] * points[mind] / 2 for mind in points}
    for task in played:
        for mind, opponent, score in zip(task.seats, task.seats[::-1], results[task.name], strict=True):
            buchholz[mind] += points[opponent] / plan.games
            berger[mind] += score * points[opponent] / plan.games
    return [_place(points[mind], buchholz[mind], berger[mind], byes[mind], plan.games) for mind in points]


def _place(points: float, buchholz: float, berger: float, byes: int, games: int) -> Place:
    buchholz, berger = round(buchholz, 3), round(berger, 3)
    columns = {"buchholz": buchholz, "sonneborn_berger": berger, "byes": byes}
    return Place((points, buchholz, berger), columns, byes * games / 2)


def rounds(plan: "Plan") -> int:
    """Return the plan's number of rounds, or enough to find the best; never more than it takes for all to meet."""
    minds = len(plan.minds)
    return min(plan.rounds or math.ceil(math.log2(minds)) + 1, minds - 1 + minds % 2)


def total(plan: "Plan") -> int:
    """Return the number of games."""
    return rounds(plan) * (len(plan.minds) // 2) * plan.games


def pair_up(
    points: Mapping[int, float], met: set[tuple[int, int]], had_bye: set[int]
) -> tuple[list[tuple[int, int]], int | None]:
    """Return the pairs of a round, leaders first, and the mind with the bye if their number is odd.

    The bye goes to the lowest mind that has not had one.
    """
    order = sorted(points, key=lambda mind: (-points[mind], mind))
    bye = None
    if len(order) % 2:
        bye = next((mind for mind in reversed(order) if mind not in had_bye), order[-1])
        order.remove(bye)
    neighbours = [(min(pair), max(pair)) for pair in zip(order[::2], order[1::2], strict=True)]
    pairs = _new_pairs(order, met, itertools.count(MAX_TRIES, -1))
    return pairs or neighbours, bye  # if no pairs are new, some meet again


def _new_pairs(order: Sequence[int], met: set[tuple[int, int]], tries: Iterator[int]) -> list[tuple[int, int]] | None:
    """Return pairs that have not met, neighbours if possible; None if none are found within the tries."""
    if not order:
        return []
    if next(tries) < 0:
        return None
    for place, other in enumerate(order[1:], 1):
        pair = (min(order[0], other), max(order[0], other))
        if pair not in met and (rest := _new_pairs([*order[1:place], *order[place + 1 :]], met, tries)) is not None:
            return [pair, *rest]
    return None


FORMAT = Format(
    "minds with equal points meet, no pair twice if that is possible", games, total, places, can_be_extended=False
)
