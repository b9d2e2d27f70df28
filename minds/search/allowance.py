"""How long to think about one move: so long as a rule, and so long at most."""

from typing import NamedTuple

from world.api import Budget

MOVES_TO_GO = 25  # a game is thought to last so many more
AT_MOST = 4.0  # times as long as is usual, if the move is hard to find
OVERHEAD = 0.005  # seconds to be woken and to say it
AT_LEAST = 0.001


class Allowance(NamedTuple):
    """Seconds: what a usual move may take, and what none may."""

    usual: float
    most: float


def allowance(budget: Budget) -> Allowance | None:
    """What there is for this move; None if nobody looks at the clock."""
    usual, most = [], []
    if budget.movetime is not None:
        usual.append(budget.movetime - OVERHEAD)
        most.append(budget.movetime - OVERHEAD)
    if budget.bank is not None:
        share = budget.bank / MOVES_TO_GO + 0.75 * budget.increment
        usual.append(min(share, budget.bank / 2 - OVERHEAD))
        most.append(min(AT_MOST * share, budget.bank / 2 - OVERHEAD))
    if not most:
        return None
    return Allowance(max(AT_LEAST, min(usual)), max(AT_LEAST, min(most)))


def seconds_for(budget: Budget) -> float | None:
    """What a usual move may take, for a mind that makes no difference between moves."""
    found = allowance(budget)
    return None if found is None else found.usual
