"""The time for one move: what a usual move takes, and what none may exceed."""

from typing import NamedTuple

from world.api import Budget

MOVES_TO_GO = 25  # the moves that a game is expected to last from now on
AT_MOST = 4.0  # times the usual seconds, for a move that is hard to find
OVERHEAD = 0.005  # seconds for being woken and sending the answer
AT_LEAST = 0.001  # seconds


class Allowance(NamedTuple):
    """Seconds for a usual move, and the most for any."""

    usual: float
    most: float


def allowance(budget: Budget) -> Allowance | None:
    """Return the seconds for this move, or None if time is not limited."""
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
    """Return the seconds for a usual move, for minds that treat all moves alike; None if time is not limited."""
    found = allowance(budget)
    return None if found is None else found.usual
