"""The textbook's alpha-beta, as the practical had it: one move, and then four more."""

from minds.engine.fixed_depth import FixedDepth
from minds.search.alphabeta import alphabeta


class AlphaBeta(FixedDepth):
    """Minimax that skips what cannot matter, and so looks further: five moves in chess, all of tic-tac-toe."""

    name = "alphabeta"
    needs = "game"
    search = staticmethod(alphabeta)
    twin, usual = "long_alphabeta", 5

    def __init__(self, depth: int = 0, compiled: bool = True) -> None:
        super().__init__(depth, compiled)
