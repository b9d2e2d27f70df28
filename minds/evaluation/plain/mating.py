"""Mating a bare king: drive it to the edge and bring the other king near."""

from minds.board.compiled import core, inlined
from minds.board.squares import BLACK, KING, NONE, WHITE
from minds.board.state import State
from minds.evaluation.tuned.lone_king import mating_score


@inlined
def one_is_bare(state: State) -> bool:
    """True if one side has only its king and the other has more."""
    kings = state.pieces[KING]
    return (state.colours[0] & ~kings == NONE) != (state.colours[1] & ~kings == NONE)


@core
def mating(state: State) -> int:
    """Zero unless one side has a bare king; least when that king is central and the other king far away."""
    if not one_is_bare(state):
        return 0
    if state.colours[1] & ~state.pieces[KING] == NONE:
        return mating_score(state, BLACK)
    return -mating_score(state, WHITE)
