"""Textbook minimax, three plies deep in chess."""

from minds.engine.fixed_depth import FixedDepth
from minds.search.minimax import minimax


class Minimax(FixedDepth):
    """Takes the best of all lines of a few moves; depth=0 is the usual depth: 3 plies in chess, all of tic-tac-toe."""

    name = "minimax"
    needs = "game"
    search = staticmethod(minimax)
    twin, usual = "long_minimax", 3

    def __init__(self, depth: int = 0, compiled: bool = True) -> None:
        super().__init__(depth, compiled)
