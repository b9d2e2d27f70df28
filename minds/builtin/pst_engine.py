"""The piece-square engine: deepens until its budget is spent, remembers what it saw, and ends no line in mid-air."""

from typing import TYPE_CHECKING

from minds import Mind, Move, State
from minds.search.depths import checked
from world.api import Budget, Thoughts

if TYPE_CHECKING:
    from minds.engine.thinker import Thinker

ENOUGH = 300_000  # nodes, where nobody sets a limit


class PstEngine(Mind):
    """Chess by iterative deepening on piece-square tables, under any budget; 300,000 nodes a move if there is none."""

    name = "pst-engine"

    def __init__(self, depth: int = 60) -> None:
        self.depth = checked(depth)
        self.thinker: Thinker | None = None

    def newrun(self) -> None:
        if self.thinker is None:
            from minds.engine.thinker import Thinker

            self.thinker = Thinker()
        self.thinker.forget()

    def getaction(self, state: State) -> Move:
        from minds.engine.doors import long_search

        assert self.thinker is not None, "getaction before newrun"
        budget = Budget(nodes=ENOUGH) if state.budget.is_unlimited else state.budget
        line, self.thoughts = self.thinker.think(long_search, state.position, self.depth, budget, tell=self._tell)
        return line.moves[0]

    def stop(self) -> bool:
        if self.thinker is not None:
            self.thinker.stop()
        return True

    def _tell(self, thoughts: Thoughts) -> None:
        self.thoughts = thoughts
