"""Castling: a bonus of 30 for a castled king, fading as the pieces leave the board."""

from minds.board.compiled import core
from minds.board.scores import tapered
from minds.board.squares import BLACK, WHITE
from minds.board.state import State
from minds.evaluation.practical.castling import BONUS, has_castled


@core
def castling(state: State) -> int:
    """The bonus of White less that of Black."""
    return tapered(BONUS * (has_castled(state, WHITE) - has_castled(state, BLACK)), 0, int(state.phase))
