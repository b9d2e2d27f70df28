"""The centre: a bonus for pieces in the middle of the board, and half of it next to the middle."""

from minds.board.compiled import core, popcount
from minds.board.squares import Bitboard
from minds.board.state import State

INNER, AROUND = 10, 5
FOUR = Bitboard(0x0000_0018_1800_0000)
SIXTEEN = Bitboard(0x0000_3C3C_3C3C_0000)


@core
def centre(state: State) -> int:
    """All pieces count, kings and pawns included."""
    white, black = state.colours[0], state.colours[1]
    inner = popcount(white & FOUR) - popcount(black & FOUR)
    return AROUND * (popcount(white & SIXTEEN) - popcount(black & SIXTEEN)) + (INNER - AROUND) * inner
