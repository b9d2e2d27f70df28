"""The Python side of a compiled search: sets the position, watches the time and reads the result."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Timer
from time import perf_counter

from minds.board.compiled import address_of
from minds.board.move import Move
from minds.board.position import Position
from minds.engine.entrypoints import entry_set_state
from minds.engine.searcher import MAX_PAST, new_searcher
from minds.search.allowance import seconds_for
from minds.search.depths import DEEPEST
from minds.search.game import Line, thoughts_of
from world.api import Budget, Thoughts

NO_LIMIT = 1 << 62
STOP_SHARE = 0.5  # of the time: after that, another depth would hardly finish

Compiled = Callable[[int, int], int]  # takes a searcher's address and a depth, returns the score


class CompiledSearch:
    """A searcher record, and iterative deepening with one of the textbook searches on it."""

    def __init__(self) -> None:
        self.searcher = new_searcher()
        self.address = address_of(self.searcher)

    def deepen(self, search: Compiled, position: Position, depth: int, budget: Budget) -> tuple[Line[Move], Thoughts]:
        """Return the best line a search finds within the budget, and the thoughts on it.

        Without a limit on time or nodes it searches the full depth at once.
        """
        self.set_position(position, budget)
        depth = min(depth, budget.depth or depth, DEEPEST)
        seconds = seconds_for(budget)
        first = depth if seconds is None and budget.nodes is None else 1
        start, found, reached = perf_counter(), Line(0, tuple(position.legal_moves()[:1])), 0
        with self.stopped_after(seconds):
            for deeper in range(first, depth + 1):
                score = int(search(self.address, deeper))
                if self.is_stopped:
                    break
                found, reached = Line(score, self.best_line()), deeper
                if seconds is not None and perf_counter() - start > STOP_SHARE * seconds:
                    break
        return found, thoughts_of(found, reached, self.nodes)

    def set_position(self, position: Position, budget: Budget) -> None:
        """Put a position at the root, with the keys of the game before it."""
        searcher, before = self.searcher, position.keys[1 : MAX_PAST + 1]
        entry_set_state(position._address, self.address)
        searcher["keys"][0, : len(before)] = before[::-1]
        searcher["past"][0], searcher["nodes"][0], searcher["stop"][0], searcher["deepest"][0] = len(before), 0, 0, 0
        searcher["limit"][0] = NO_LIMIT if budget.nodes is None else budget.nodes

    @contextmanager
    def stopped_after(self, seconds: float | None) -> Iterator[None]:
        """Stop the search after this many seconds, for the duration of a `with` block."""
        if seconds is None:
            yield
            return
        alarm = Timer(seconds, self.stop)
        alarm.start()
        try:
            yield
        finally:
            alarm.cancel()
            alarm.join()  # otherwise it might stop the next search

    def stop(self) -> None:
        """Stop the search; called from another thread."""
        self.searcher["stop"][0] = 1

    @property
    def is_stopped(self) -> bool:
        """True if the last search was stopped, so that its score is void."""
        return bool(self.searcher["stop"][0])

    @property
    def nodes(self) -> int:
        """Nodes searched."""
        return int(self.searcher["nodes"][0])

    def best_line(self) -> tuple[Move, ...]:
        """The principal variation."""
        length = int(self.searcher["pv_lengths"][0, 0])
        return tuple(Move.from_code(code) for code in self.searcher["pv"][0, 0, :length].tolist())


@cache
def shared_search() -> CompiledSearch:
    """The one searcher shared by searches without a memory."""
    return CompiledSearch()
