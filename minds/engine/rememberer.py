"""Python's side of negamax: a searcher, the ideas it evaluates by, and perhaps a memory."""

from minds.board.compiled import lend
from minds.board.move import Move
from minds.board.position import Position
from minds.engine.entrypoints import long_negamax
from minds.engine.table import AGES, new_table
from minds.engine.thinker import Thinker
from minds.search.game import Line
from world.api import Budget, Thoughts


class Rememberer(Thinker):
    """Searches deeper and deeper, by these ideas; without a table it remembers nothing."""

    def __init__(self, ideas: int, mebibytes: int = 0) -> None:
        super().__init__()
        self.searcher["sheet"]["ideas"][0] = ideas
        self.table = new_table(mebibytes) if mebibytes else None
        if self.table is not None:
            self.searcher["table"][0], self.searcher["places"][0] = lend(self.table), len(self.table)

    def forget(self) -> None:
        """Another game begins."""
        if self.table is not None:
            self.table.view("i8").fill(0)
        self.searcher["age"][0] = 0

    def find(self, position: Position, depth: int, budget: Budget) -> tuple[Line[Move], Thoughts]:
        """The best line, and what there is to tell of it."""
        self.searcher["age"][0] = (int(self.searcher["age"][0]) + 1) % AGES
        return self.think(long_negamax, position, depth, budget)
