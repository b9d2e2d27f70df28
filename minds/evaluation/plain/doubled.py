"""Doubled pawns: a penalty for each pawn beyond the first on its file."""

from minds.board.compiled import core, popcount
from minds.board.squares import PAWN, WHITE, Bitboard
from minds.board.state import State
from minds.evaluation.tuned.fills import file_fill

PER_PAWN = 10  # centipawns
RANK_1 = Bitboard(0xFF)


@core
def doubled(state: State) -> int:
    """The doubled pawns of Black less those of White, ten centipawns each."""
    total = 0
    for colour in range(2):
        pawns = state.pieces[PAWN] & state.colours[colour]
        more = popcount(pawns) - popcount(file_fill(pawns) & RANK_1)
        total += -more if colour == WHITE else more
    return PER_PAWN * total
