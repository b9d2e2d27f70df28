"""Doubled pawns: of those on one file only the first can go on."""

from minds.board.compiled import core, popcount
from minds.board.squares import PAWN, WHITE, Bitboard
from minds.board.state import State
from minds.evaluation.tuned.lines import files

EACH = 10
RANK_1 = Bitboard(0xFF)


@core
def doubled(state: State) -> int:
    """Each beyond the first on its file."""
    total = 0
    for colour in range(2):
        pawns = state.pieces[PAWN] & state.colours[colour]
        more = popcount(pawns) - popcount(files(pawns) & RANK_1)
        total += -more if colour == WHITE else more
    return EACH * total
