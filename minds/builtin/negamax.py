"""The chess engine of the second seed project: iterative deepening with a transposition table."""

from typing import TYPE_CHECKING

from minds import Mind, State
from minds.api import Answer
from minds.book.own_book import OwnBook
from minds.engine.sizes import LARGEST_HASH
from minds.errors import ParameterError
from minds.evaluation.plain.ideas import ideas_of
from minds.search.depths import checked
from world.api import Budget

if TYPE_CHECKING:
    from minds.engine.negamax_search import NegamaxSearch

USUAL_SECONDS = 5.0  # a move, where no budget is set


class Negamax(Mind):
    """Plays chess by alpha-beta with a table, six plies or five seconds; `ideas` choose its evaluation."""

    name = "negamax"
    needs = "position"
    by_default = False  # without a budget it may think for five seconds a move
    IDEAS = "material+centre+development+safety+doubled+advanced+mobility+mating"  # those of the seed, and `mating`

    def __init__(
        self,
        depth: int = 6,
        hash: int = 16,  # noqa: A002
        ideas: str = "",
        book: str = "",
        book_moves: int = 0,
    ) -> None:
        self.book = OwnBook(book, book_moves)
        self.depth, self.hash, self.ideas = checked(depth), hash, ideas_of(ideas or self.IDEAS)
        self.engine: NegamaxSearch | None = None
        if not 0 <= hash <= LARGEST_HASH:
            raise ParameterError(f"hash={hash}; expected 0 (none) to {LARGEST_HASH} MiB")

    def newrun(self) -> None:
        if self.engine is None:
            from minds.engine.negamax_search import NegamaxSearch

            self.engine = NegamaxSearch(self.ideas, self.hash)
        self.engine.forget()

    def getaction(self, state: State) -> Answer:
        assert self.engine is not None, "getaction before newrun"
        if reply := self.book.reply(state, self.rng):
            move, self.thoughts = reply
            return move
        budget = Budget(movetime=USUAL_SECONDS) if state.budget.is_unlimited else state.budget
        line, self.thoughts = self.engine.find(state.position, self.depth, budget)
        return line.moves[0]
