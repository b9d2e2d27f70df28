"""The round robin: every mind meets every other."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arena.tournament.schedule import Format, Results, Task, pairing
from world.api import Opening

if TYPE_CHECKING:
    from arena.tournament.settings import Plan


def games(plan: "Plan", openings: Sequence[Opening], _results: Results) -> Iterator[Task]:
    """Yield all rounds with the first opening, then with the next, so that early standings mean something."""
    rounds = circle_rounds(len(plan.minds))
    for number in range(math.ceil(plan.games / 2)):
        for round_, pairs in enumerate(rounds, 1):
            for pair in pairs:
                yield from pairing(plan, openings, pair, round_, number, min(2, plan.games - 2 * number))


def total(plan: "Plan") -> int:
    """Return the number of games."""
    return math.comb(len(plan.minds), 2) * plan.games


def circle_rounds(minds: int) -> list[list[tuple[int, int]]]:
    """Return the rounds of the circle method: every pair meets once, and no mind plays twice in a round."""
    seats: list[int | None] = [*range(minds), *([None] if minds % 2 else [])]
    rounds = []
    for _ in range(len(seats) - 1):
        half = len(seats) // 2
        facing = zip(seats[:half], reversed(seats[half:]), strict=True)
        rounds.append([(one, other) for one, other in facing if one is not None and other is not None])
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return rounds


FORMAT = Format("every mind meets every other", games, total, title="Round robin")
