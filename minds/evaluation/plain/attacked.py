"""Attacked pieces, an idea of the book chapter: a piece with more attackers than defenders counts as nearly lost."""

from minds.board.compiled import core, popcount
from minds.board.squares import KING, NONE, WHITE, pop
from minds.board.state import State
from minds.board.threats import attackers
from minds.evaluation.plain.material import PIECE_VALUES

TENTHS = 9  # of what it is worth


@core
def attacked(state: State) -> int:
    """Nine tenths of the value of each such piece, whoever is to move."""
    occupied, total = state.colours[0] | state.colours[1], 0
    for colour in range(2):
        sign = -1 if colour == WHITE else 1
        men = state.colours[colour] & ~state.pieces[KING]
        for kind in range(1, 6):
            ours = men & state.pieces[kind]
            while ours != NONE:
                square, ours = pop(ours)
                enemies = popcount(attackers(state, square, occupied, 1 - colour))
                if enemies > 0 and enemies > popcount(attackers(state, square, occupied, colour)):
                    total += sign * (TENTHS * PIECE_VALUES[kind] // 10)
    return total
