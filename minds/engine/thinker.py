"""Python's side of a compiled search: lays the position on the searcher, minds the clock, and reads what was found."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Timer
from time import perf_counter

from minds.board.compiled import address_of
from minds.board.move import Move
from minds.board.position import Position
from minds.engine.entrypoints import entry_lay
from minds.engine.searcher import PAST, new_searcher
from minds.search.allowance import seconds_for
from minds.search.depths import DEEPEST
from minds.search.game import Line, thoughts_of
from world.api import Budget, Thoughts

NO_LIMIT = 1 << 62
ENOUGH = 0.5  # of the time: another depth would hardly come to its end

Compiled = Callable[[int, int], int]  # a searcher's address and a depth; the score


class Thinker:
    """A searcher, and a search of the textbook at it."""

    def __init__(self) -> None:
        self.searcher = new_searcher()
        self.address = address_of(self.searcher)

    def think(self, search: Compiled, position: Position, depth: int, budget: Budget) -> tuple[Line[Move], Thoughts]:
        """The best line that a search finds within the budget, and what there is to tell of it.

        A search that nothing limits goes to its depth at once.
        """
        self.lay(position, budget)
        depth = min(depth, budget.depth or depth, DEEPEST)
        seconds = seconds_for(budget)
        first = depth if seconds is None and budget.nodes is None else 1
        start, found, reached = perf_counter(), Line(0, tuple(position.legal_moves()[:1])), 0
        with self.stopped_after(seconds):
            for deeper in range(first, depth + 1):
                score = int(search(self.address, deeper))
                if self.is_stopped:
                    break
                found, reached = Line(score, self.line()), deeper
                if seconds is not None and perf_counter() - start > ENOUGH * seconds:
                    break
        return found, thoughts_of(found, reached, self.nodes)

    def lay(self, position: Position, budget: Budget) -> None:
        """Put a position on the searcher, and what was before it."""
        searcher, before = self.searcher, position.keys[1 : PAST + 1]
        entry_lay(position._at, self.address)
        searcher["keys"][0, : len(before)] = before[::-1]
        searcher["past"][0], searcher["nodes"][0], searcher["stop"][0], searcher["deepest"][0] = len(before), 0, 0, 0
        searcher["limit"][0] = NO_LIMIT if budget.nodes is None else budget.nodes

    @contextmanager
    def stopped_after(self, seconds: float | None) -> Iterator[None]:
        """Whatever is searched meanwhile comes to an end in time."""
        if seconds is None:
            yield
            return
        alarm = Timer(seconds, self.stop)
        alarm.start()
        try:
            yield
        finally:
            alarm.cancel()
            alarm.join()  # or it might still stop the next search

    def stop(self) -> None:
        """Come to an end; called from another thread."""
        self.searcher["stop"][0] = 1

    @property
    def is_stopped(self) -> bool:
        """Whether what was found last does not count."""
        return bool(self.searcher["stop"][0])

    @property
    def nodes(self) -> int:
        """So many were looked at."""
        return int(self.searcher["nodes"][0])

    def line(self) -> tuple[Move, ...]:
        """The moves that are expected, as far as known."""
        length = int(self.searcher["lengths"][0, 0])
        return tuple(Move.from_code(code) for code in self.searcher["lines"][0, 0, :length].tolist())


@cache
def shared_thinker() -> Thinker:
    """One searcher for searches that remember nothing."""
    return Thinker()
