"""A mind that searches to a depth, by a search of the textbook; in chess by its compiled twin."""

from typing import Any, ClassVar

from minds.api import Mind, State
from minds.games import game_of, rules_of
from minds.search.deepening import deepen
from minds.search.depths import checked


class FixedDepth(Mind):
    """What minimax and alphabeta have in common: subclass with a `search`, its `twin` and a `usual` depth."""

    search: ClassVar[Any]  # a Search of minds.search.deepening
    twin: ClassVar[str]  # the same, line by line, in minds.engine.entrypoints
    usual: ClassVar[int]

    def __init__(self, depth: int = 0, compiled: bool = True) -> None:
        self.depth, self.compiled = checked(depth) if depth else 0, compiled

    def newrun(self) -> None:
        if self.run.world == "chess" and self.compiled:
            import minds.engine.thinker  # before a clock is running  # noqa: F401

    def getaction(self, state: State) -> Any:
        depth = self.depth or getattr(rules_of(state.world), "TO_THE_END", self.usual)
        if state.world == "chess" and self.compiled:
            from minds.engine import entrypoints
            from minds.engine.thinker import shared_thinker

            twin = getattr(entrypoints, self.twin)
            line, self.thoughts = shared_thinker().think(twin, state.position, depth, state.budget)
        else:
            line, self.thoughts = deepen(type(self).search, game_of(state), depth, state.budget)
        return line.moves[0]
