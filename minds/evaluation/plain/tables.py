"""Piece-square tables: those of the practical, in which the king moves to the centre in the endgame."""

from minds.board.compiled import core
from minds.board.scores import tapered
from minds.board.state import State
from minds.evaluation.plain.material import material
from minds.evaluation.practical.evaluation import add_up


@core
def tables(state: State) -> int:
    """The score of the tables beyond material."""
    midgame, endgame = add_up(state)
    return tapered(midgame, endgame, int(state.phase)) - material(state)
