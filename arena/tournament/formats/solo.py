"""Solo, for worlds with one seat: every mind plays the same starts alone."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arena.tournament.schedule import Format, Results, Task, game_seed
from world.api import Opening

if TYPE_CHECKING:
    from arena.tournament.settings import Plan


def games(plan: "Plan", openings: Sequence[Opening], _results: Results) -> Iterator[Task]:
    """Yield the first start for every mind, then the next; a start has the same seed for all."""
    for number in range(plan.games):
        for mind in range(len(plan.minds)):
            name = f"{mind + 1:03}-{number + 1:05}a"
            yield Task(name, 1, (mind,), openings[number % len(openings)], game_seed(plan, f"start {number}"))


def total(plan: "Plan") -> int:
    """Return the number of games."""
    return len(plan.minds) * plan.games


FORMAT = Format("every mind plays the same starts alone, in a world with one seat", games, total, seats=1)
