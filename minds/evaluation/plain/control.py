"""Control of squares, an idea of the book chapter: a bonus for each attacked square, double in the centre."""

from minds.board.compiled import core, popcount
from minds.board.squares import NONE, WHITE, Bitboard, pop
from minds.board.state import State
from minds.evaluation.plain.attacks import attacked_squares

PER_SQUARE = 10  # centipawns
CENTRE = Bitboard(0x0000_0018_1800_0000)  # d4 e4 d5 e5


@core
def control(state: State) -> int:
    """A square counts once for each piece that attacks it."""
    occupied, total = state.colours[0] | state.colours[1], 0
    for colour in range(2):
        sign = 1 if colour == WHITE else -1
        for kind in range(6):
            men = state.pieces[kind] & state.colours[colour]
            while men != NONE:
                square, men = pop(men)
                attacked = attacked_squares(kind, square, colour, occupied)
                total += sign * (popcount(attacked) + popcount(attacked & CENTRE))
    return PER_SQUARE * total
