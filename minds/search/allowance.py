"""How long to think about one move."""

from world.api import Budget

MOVES_TO_GO = 25  # a game is thought to last so many more
OVERHEAD = 0.005  # seconds to be woken and to say it
AT_LEAST = 0.001


def seconds_for(budget: Budget) -> float | None:
    """Seconds for this move; None if nobody looks at the clock."""
    limits = []
    if budget.movetime is not None:
        limits.append(budget.movetime - OVERHEAD)
    if budget.bank is not None:
        share = budget.bank / MOVES_TO_GO + 0.75 * budget.increment
        limits.append(min(share, budget.bank / 2 - OVERHEAD))
    return max(AT_LEAST, min(limits)) if limits else None
