"""The piece-square engine: deepens until its budget is spent, remembers what it saw, and ends no line in mid-air."""

from typing import TYPE_CHECKING

from minds import Mind, Move, State
from minds.engine.sizes import LARGEST_HASH, MOST_THREADS
from minds.engine.techniques import without as left_of
from minds.errors import ParameterError
from minds.search.depths import checked
from world.api import Budget, Thoughts

if TYPE_CHECKING:
    from minds.engine.engine import Engine

ENOUGH = 50_000  # nodes, where nobody sets a limit


class PstEngine(Mind):
    """Chess by a principal variation search on piece-square tables, under any budget; 50,000 nodes if there is none.

    `hash` is its table's size in MiB; with more `threads` than one it is stronger, but plays no game twice;
    `without` leaves out techniques of its search ("null-move+reductions"), to see what they are worth.
    """

    name = "pst-engine"
    needs = "position"

    def __init__(self, depth: int = 60, hash: int = 16, threads: int = 1, without: str = "") -> None:  # noqa: A002
        self.depth, self.hash, self.threads = checked(depth), hash, threads
        self.on, self.ideas = self.split(without)
        self.engine: Engine | None = None
        if not 1 <= hash <= LARGEST_HASH:
            raise ParameterError(f"hash={hash}; expected 1 to {LARGEST_HASH} MiB")
        if not 1 <= threads <= MOST_THREADS:
            raise ParameterError(f"threads={threads}; expected 1 to {MOST_THREADS}")

    def newrun(self) -> None:
        if self.engine is None:
            self.engine = self.new_engine()
        self.engine.forget()

    def new_engine(self) -> "Engine":
        """Which takes a moment, and therefore place before a clock is running."""
        from minds.engine.engine import Engine

        return Engine(self.on, self.ideas, self.hash, self.threads)

    def split(self, names: str) -> tuple[int, int]:
        """What is left without these: techniques of the search, and ideas of the evaluation, of which it has none."""
        return left_of(names), 0

    def getaction(self, state: State) -> Move:
        assert self.engine is not None, "getaction before newrun"
        budget = Budget(nodes=ENOUGH) if state.budget.is_unlimited else state.budget
        among = [state.position.parse(action) for action in state.actions]  # whoever names some wants one of these
        line, self.thoughts = self.engine.find(state.position, budget, self.depth, among, tell=self._tell)
        return line.moves[0]

    def stop(self) -> bool:
        if self.engine is not None:
            self.engine.stop()
        return True

    def _tell(self, thoughts: Thoughts) -> None:
        self.thoughts = thoughts
