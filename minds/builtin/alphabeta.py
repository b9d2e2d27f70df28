"""Textbook alpha-beta, five plies deep in chess."""

from minds.engine.fixed_depth import FixedDepth
from minds.search.alphabeta import alphabeta


class AlphaBeta(FixedDepth):
    """Minimax without moves that cannot matter; depth=0 is the usual depth: 5 plies in chess, all of tic-tac-toe."""

    name = "alphabeta"
    needs = "game"
    search = staticmethod(alphabeta)
    twin, usual = "long_alphabeta", 5

    def __init__(self, depth: int = 0, compiled: bool = True) -> None:
        super().__init__(depth, compiled)
