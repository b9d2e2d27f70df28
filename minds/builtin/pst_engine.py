"""A chess engine with a modern search and an evaluation by piece-square tables alone."""

from typing import TYPE_CHECKING

from minds import Mind, State
from minds.api import Answer
from minds.book.own_book import OwnBook
from minds.engine.sizes import LARGEST_HASH, MOST_THREADS
from minds.engine.techniques import without as left_of
from minds.errors import ParameterError
from minds.search.depths import checked
from world.api import Budget, Thoughts

if TYPE_CHECKING:
    from minds.engine.engine import Engine

USUAL_NODES = 50_000  # a move, where no budget is set


class PstEngine(Mind):
    """Plays chess by principal variation search on piece-square tables, within any budget; without one, 50,000 nodes.

    `hash` is the size of its table in MiB. With more than one of `threads` it is stronger, but its games cannot be
    repeated. `without` switches off techniques of its search ("null-move+reductions"), to measure what they are worth.
    `book` is a file of openings or "house", `book_moves` the last move that it is used for.
    """

    name = "pst-engine"
    needs = "position"

    def __init__(
        self,
        depth: int = 60,
        hash: int = 16,  # noqa: A002
        threads: int = 1,
        without: str = "",
        book: str = "",
        book_moves: int = 0,
    ) -> None:
        self.book = OwnBook(book, book_moves)
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
        """Make the engine; this takes a moment, so it is done before a clock runs."""
        from minds.engine.engine import Engine

        return Engine(self.on, self.ideas, self.hash, self.threads)

    def split(self, names: str) -> tuple[int, int]:
        """Return techniques and ideas as bits, without the named techniques; this mind has no ideas."""
        return left_of(names), 0

    def getaction(self, state: State) -> Answer:
        assert self.engine is not None, "getaction before newrun"
        if reply := self.book.reply(state, self.rng):
            move, self.thoughts = reply
            return move
        budget = Budget(nodes=USUAL_NODES) if state.budget.is_unlimited else state.budget
        among = [state.position.parse(action) for action in state.actions]  # of these, if any are named
        line, self.thoughts = self.engine.find(state.position, budget, self.depth, among, report=self._report)
        return line.moves[0]

    def stop(self) -> bool:
        if self.engine is not None:
            self.engine.stop()
        return True

    def _report(self, thoughts: Thoughts) -> None:
        self.thoughts = thoughts
