"""The squares one piece attacks, whatever stands on them."""

from minds.board.attacks import KING_ATTACKS, PAWN_ATTACKS
from minds.board.compiled import inlined
from minds.board.movegen import piece_attacks
from minds.board.squares import KING, PAWN, Bitboard


@inlined
def attacked_squares(kind: int, square: int, colour: int, occupied: Bitboard) -> Bitboard:
    """The squares on which a piece could capture an enemy, or defends a piece of its own."""
    if kind == PAWN:
        return PAWN_ATTACKS[colour, square]
    return KING_ATTACKS[square] if kind == KING else piece_attacks(kind, square, occupied)
