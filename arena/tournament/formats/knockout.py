"""The knockout: the winner of a match advances; the loser is out."""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arena.tournament.schedule import Format, Place, Results, Task, add_points, pairing
from world.api import Opening

if TYPE_CHECKING:
    from arena.tournament.settings import Plan

TIE_BREAKS = 3  # more pairs of games in a level match; then the mind listed first advances


Round = list[tuple[int | None, int | None, int | None, list[Task]]]  # matches: two minds, the winner, games


def games(plan: "Plan", openings: Sequence[Opening], results: Results) -> Iterator[Task]:
    """Yield the matches up to the first round that is not decided."""
    for round_ in _rounds(plan, openings, results):
        for _, _, _, tasks in round_:
            yield from tasks


def _rounds(plan: "Plan", openings: Sequence[Opening], results: Results) -> Iterator[Round]:
    """Yield the matches of each round; in one with a bye there is one mind only, which wins."""
    bracket = bracket_of(len(plan.minds))
    for number in itertools.count(1):
        if len(bracket) == 1 or (None in bracket and number > 1):  # the end, or a match that is not decided
            return
        matches: Round = []
        for one, other in zip(bracket[::2], bracket[1::2], strict=True):
            if one is None or other is None:
                matches.append((one, other, other if one is None else one, []))
            else:
                won, tasks = _match(plan, openings, (min(one, other), max(one, other)), number, results)
                matches.append((one, other, won, tasks))
        yield matches
        bracket = [won for _, _, won, _ in matches]


def total(_plan: "Plan") -> None:
    """Return None: level matches take more games."""


def places(plan: "Plan", results: Results) -> list[Place]:
    """Return the round that each mind has reached; those that went out in the same round are equal."""
    won, byes = Counter[int](), Counter[int]()
    for round_ in _rounds(plan, [Opening()], results):
        for one, other, winner, _ in round_:
            if winner is not None:
                won[winner] += 1
                byes[winner] += None in (one, other)
    last = len(bracket_of(len(plan.minds))).bit_length() - 1
    return [
        Place((float(won[mind]),), {"reached": _reached(won[mind], last), "byes": byes[mind]})
        for mind in range(len(plan.minds))
    ]


def _reached(won: int, last: int) -> str:
    """Return how far a mind came that has won so many of this number of rounds."""
    names = ("winner", "final", "semi-final", "quarter-final")
    return names[last - won] if last - won < len(names) else f"round {won + 1}"


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


FORMAT = Format("the winner of each match advances", games, total, places, can_be_extended=False)
