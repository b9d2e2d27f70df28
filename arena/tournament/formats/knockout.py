"""The knockout: the winner of a match advances; the loser is out."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arena.tournament.schedule import Format, Results, Task, add_points, pairing
from world.api import Opening

if TYPE_CHECKING:
    from arena.tournament.settings import Plan

TIE_BREAKS = 3  # more pairs of games in a level match; then the mind listed first advances


def games(plan: "Plan", openings: Sequence[Opening], results: Results) -> Iterator[Task]:
    """Yield the matches up to the first round that is not decided."""
    bracket = bracket_of(len(plan.minds))
    round_ = 1
    while len(bracket) > 1:
        winners: list[int | None] = []
        undecided = False
        for one, other in zip(bracket[::2], bracket[1::2], strict=True):
            if one is None or other is None:
                winners.append(other if one is None else one)
                continue
            winner, tasks = _match(plan, openings, (min(one, other), max(one, other)), round_, results)
            yield from tasks
            winners.append(winner)
            undecided |= winner is None
        if undecided:
            return
        bracket, round_ = winners, round_ + 1


def total(_plan: "Plan") -> None:
    """Return None: level matches take more games."""


def winner(plan: "Plan", results: Results) -> int | None:
    """Return the winner of the final once it is decided."""
    tasks = list(games(plan, [Opening()], results))
    if not tasks or any(task.name not in results for task in tasks):
        return None
    final = tasks[-1]
    return _match(plan, [Opening()], (min(final.seats), max(final.seats)), final.round, results)[0]


def bracket_of(minds: int) -> list[int | None]:
    """Return the places of the bracket, so that minds listed early meet late; None is a bye for the opponent."""
    order = [0]
    while len(order) < minds:
        order = [place for seed in order for place in (seed, 2 * len(order) - 1 - seed)]
    return [seed if seed < minds else None for seed in order]


def _match(
    plan: "Plan", openings: Sequence[Opening], pair: tuple[int, int], round_: int, results: Results
) -> tuple[int | None, list[Task]]:
    """Return the winner of a match, None while it is undecided, and its games; a level match gets more of them."""
    tasks = list(pairing(plan, openings, pair, round_, 0, plan.games))
    for extra in range(TIE_BREAKS + 1):
        if any(task.name not in results for task in tasks):
            return None, tasks
        points = dict.fromkeys(pair, 0.0)
        add_points(tasks, results, points)
        if points[pair[0]] != points[pair[1]]:
            return max(pair, key=lambda mind: points[mind]), tasks
        if extra < TIE_BREAKS:
            tasks += pairing(plan, openings, pair, round_, math.ceil(plan.games / 2) + extra, 2)
    return pair[0], tasks


FORMAT = Format("the winner of each match advances", games, total, winner, can_be_extended=False)
