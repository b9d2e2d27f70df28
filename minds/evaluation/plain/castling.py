"""Castling: worth 30 while there is an army to hide from, less and less as it leaves."""

from minds.board.compiled import core
from minds.board.scores import tapered
from minds.board.squares import BLACK, WHITE
from minds.board.state import State
from minds.evaluation.practical.castling import BONUS, has_castled


@core
def castling(state: State) -> int:
    """Who stands as after castling."""
    return tapered(BONUS * (has_castled(state, WHITE) - has_castled(state, BLACK)), 0, int(state.phase))
