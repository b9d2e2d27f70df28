"""The Python side of negamax: the ideas it evaluates by, and an optional transposition table."""

from minds.board.compiled import handle_of
from minds.board.move import Move
from minds.board.position import Position
from minds.engine.compiled_search import CompiledSearch
from minds.engine.negamax import long_negamax
from minds.engine.table import AGES, new_table
from minds.search.game import Line
from world.api import Budget, Thoughts


class NegamaxSearch(CompiledSearch):
    """Negamax by iterative deepening, with these ideas; with 0 MiB it has no table."""

    def __init__(self, ideas: int, mebibytes: int = 0) -> None:
        super().__init__()
        self.searcher["eval_trace"]["ideas"][0] = ideas
        self.table = new_table(mebibytes) if mebibytes else None
        if self.table is not None:
            self.searcher["table"][0], self.searcher["buckets"][0] = handle_of(self.table), len(self.table)

    def forget(self) -> None:
        """Clear the table before a new game."""
        if self.table is not None:
            self.table.view("i8").fill(0)
        self.searcher["age"][0] = 0

    def find(self, position: Position, depth: int, budget: Budget) -> tuple[Line[Move], Thoughts]:
        """Return the best line within the budget, and the thoughts on it."""
        self.searcher["age"][0] = (int(self.searcher["age"][0]) + 1) % AGES
        return self.deepen(long_negamax, position, depth, budget)
