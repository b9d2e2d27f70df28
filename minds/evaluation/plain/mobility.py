"""Mobility: a bonus for each square a piece can move to."""

from minds.board.compiled import core, popcount
from minds.board.squares import NONE, WHITE, pop
from minds.board.state import State
from minds.evaluation.plain.attacks import attacked_squares

PER_SQUARE = 4  # centipawns
PIECES = 5  # kinds: king, queen, rook, bishop, knight; not pawns


@core
def mobility(state: State) -> int:
    """Attacked squares without own pieces; pins and checks are ignored."""
    occupied, total = state.colours[0] | state.colours[1], 0
    for colour in range(2):
        sign = 1 if colour == WHITE else -1
        for kind in range(PIECES):
            men = state.pieces[kind] & state.colours[colour]
            while men != NONE:
                square, men = pop(men)
                total += sign * popcount(attacked_squares(kind, square, colour, occupied) & ~state.colours[colour])
    return PER_SQUARE * total
