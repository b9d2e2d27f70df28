"""King safety: a penalty for each attacked square around a king, and more for a check."""

from minds.board.attacks import KING_ATTACKS
from minds.board.compiled import core, popcount
from minds.board.squares import NONE, WHITE, bit
from minds.board.state import State
from minds.board.threats import attacked_by, checkers, king_of

PER_SQUARE, PER_CHECK = 10, 50


@core
def safety(state: State) -> int:
    """The king's own square counts as well."""
    occupied, total = state.colours[0] | state.colours[1], 0
    for colour in range(2):
        sign, king = -1 if colour == WHITE else 1, king_of(state, colour)
        around = KING_ATTACKS[king] | bit(king)
        total += sign * PER_SQUARE * popcount(attacked_by(state, 1 - colour, occupied) & around)
        if checkers(state, colour) != NONE:
            total += sign * PER_CHECK
    return total
