"""Iterative deepening: a search to depth 1, 2, 3 and so on until its budget is spent."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Generic

from minds.search.allowance import seconds_for
from minds.search.game import Game, Line, Move, thoughts_of
from world.api import Budget, Thoughts

Search = Callable[[Game[Move], int], Line[Move]]


class Spent(Exception):
    """The budget is spent."""


class Meter:
    """Counts positions, and raises Spent when the budget is used up."""

    def __init__(self, budget: Budget) -> None:
        self.nodes, self.max_nodes = 0, budget.nodes
        seconds = seconds_for(budget)
        self.until = None if seconds is None else perf_counter() + seconds

    def count(self) -> None:
        """Count one more position."""
        if self.max_nodes is not None and self.nodes >= self.max_nodes:
            raise Spent
        if self.until is not None and perf_counter() > self.until:
            raise Spent
        self.nodes += 1


class Metered(Generic[Move]):
    """A game that counts the moves played on it, so that the searches need not."""

    def __init__(self, game: Game[Move], meter: Meter) -> None:
        self.game, self.meter = game, meter
        self.over, self.evaluate = game.over, game.evaluate

    def moves(self) -> Sequence[Move]:
        return self.game.moves()

    def play(self, move: Move) -> "Metered[Move]":
        self.meter.count()
        return Metered(self.game.play(move), self.meter)


def deepen(search: Search[Move], game: Game[Move], depth: int, budget: Budget) -> tuple[Line[Move], Thoughts]:
    """Return the best line to a depth, or as deep as the budget allows, and the thoughts: depth, nodes, score, pv."""
    meter = Meter(budget)
    depth = min(depth, budget.depth or depth)
    limited = budget.nodes is not None or budget.is_timed
    found, reached = Line(0, tuple(game.moves()[:1])), 0  # if there is no budget for even one ply
    try:
        for reached_next in range(1, depth + 1) if limited else (depth,):
            found = search(Metered(game, meter), reached_next)
            reached = reached_next
    except Spent:
        pass
    return found, thoughts_of(found, reached, meter.nodes)
