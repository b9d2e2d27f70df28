"""The chess mind of the book chapter, which values control of squares."""

from typing import TYPE_CHECKING

from minds import Mind, State
from minds.api import Answer
from minds.evaluation.plain.ideas import ideas_of
from minds.search.depths import checked

if TYPE_CHECKING:
    from minds.engine.negamax_search import NegamaxSearch


class Control(Mind):
    """Plays chess by alpha-beta, four plies deep, on material, control of squares and attacked pieces."""

    name = "control"
    needs = "position"
    by_default = False  # four plies of it take long

    def __init__(self, depth: int = 4) -> None:
        self.depth = checked(depth)
        self.engine: NegamaxSearch | None = None

    def newrun(self) -> None:
        if self.engine is None:
            from minds.engine.negamax_search import NegamaxSearch

            self.engine = NegamaxSearch(ideas_of("material+control+attacked"))

    def getaction(self, state: State) -> Answer:
        assert self.engine is not None, "getaction before newrun"
        line, self.thoughts = self.engine.find(state.position, self.depth, state.budget)
        return line.moves[0]
