"""The whole evaluation of the practical: material, tables, castling."""

from typing import TYPE_CHECKING, Any

from minds.board.compiled import door, inlined
from minds.board.doors import state_at
from minds.board.scores import FULL_PHASE, score
from minds.board.state import State
from minds.evaluation.castling import BONUS, has_castled

if TYPE_CHECKING:
    from minds.board.position import Position


@inlined
def practical(state: State) -> int:
    """For the side to move, in hundredths of a pawn; what castling is worth fades as the pieces leave."""
    us = int(state.turn)
    bonus = BONUS * (has_castled(state, us) - has_castled(state, 1 - us))
    return score(state) + int(bonus * min(int(state.phase), FULL_PHASE) / FULL_PHASE)


@door
def door_practical(state: Any) -> int:
    return practical(state_at(state))


def practical_score(position: "Position") -> int:
    """The same of a position."""
    return int(door_practical(position._at))
