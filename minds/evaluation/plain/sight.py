"""What one piece looks at from its square, whatever stands there."""

from minds.board.attacks import KING_ATTACKS, PAWN_ATTACKS
from minds.board.compiled import inlined
from minds.board.movegen import reach
from minds.board.squares import KING, PAWN, Bitboard


@inlined
def sees(kind: int, square: int, colour: int, occupied: Bitboard) -> Bitboard:
    """The squares on which it could take an enemy, or guards a friend."""
    if kind == PAWN:
        return PAWN_ATTACKS[colour, square]
    return KING_ATTACKS[square] if kind == KING else reach(kind, square, occupied)
