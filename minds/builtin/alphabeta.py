"""The textbook's alpha-beta, as the practical had it: one move, and then four more."""

from typing import Any

from minds import Mind, State
from minds.games import game_of
from minds.search.alphabeta import alphabeta
from minds.search.deepening import deepen
from minds.search.depths import checked


class AlphaBeta(Mind):
    """Minimax that skips what cannot matter, and so looks further. Plays every game in minds.games."""

    name = "alphabeta"

    def __init__(self, depth: int = 5, compiled: bool = True) -> None:
        self.depth, self.compiled = checked(depth), compiled

    def newrun(self) -> None:
        if self.run.world == "chess" and self.compiled:
            import minds.engine.thinker  # before a clock is running  # noqa: F401

    def getaction(self, state: State) -> Any:
        if state.world == "chess" and self.compiled:  # the same search, line by line, some hundred times faster
            from minds.engine.doors import long_alphabeta
            from minds.engine.thinker import shared_thinker

            thinker = shared_thinker()
            line, self.thoughts = thinker.think(long_alphabeta, state.position, self.depth, state.budget, deepen=False)
        else:
            line, self.thoughts = deepen(alphabeta, game_of(state), self.depth, state.budget)
        return line.moves[0]
