"""The base class of `minimax` and `alphabeta`: a search to a fixed depth, which is compiled for chess."""

from typing import Any, ClassVar

from minds.api import Mind, State
from minds.games import game_of, rules_of
from minds.search.deepening import deepen
from minds.search.depths import checked


class FixedDepth(Mind):
    """A search to a fixed depth; a subclass sets `search`, its compiled `twin`, and its `usual` depth (depth=0)."""

    search: ClassVar[Any]  # a Search of minds.search.deepening
    twin: ClassVar[str]  # the same search, compiled, in minds.engine.textbook
    usual: ClassVar[int]

    def __init__(self, depth: int = 0, compiled: bool = True) -> None:
        self.depth, self.compiled = checked(depth) if depth else 0, compiled

    def newrun(self) -> None:
        if self.run.world == "chess" and self.compiled:
            import minds.engine.compiled_search  # import before a clock runs
            import minds.engine.textbook  # noqa: F401

    def getaction(self, state: State) -> Any:
        depth = self.depth or getattr(rules_of(state.world), "TO_THE_END", self.usual)
        if state.world == "chess" and self.compiled:
            from minds.engine import textbook
            from minds.engine.compiled_search import shared_search

            twin = getattr(textbook, self.twin)
            line, self.thoughts = shared_search().deepen(twin, state.position, depth, state.budget)
        else:
            line, self.thoughts = deepen(type(self).search, game_of(state), depth, state.budget)
        return line.moves[0]
