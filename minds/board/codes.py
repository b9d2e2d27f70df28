"""A move as one integer: how the core writes it down and reads it.

    bits   0–5    6–11    12–14      15–18     19–22  23          24
           source target  promotion  captured  piece  en passant  castling

`captured` and `piece` are the original's numbers (0 nothing, 1–6 white, 7–12 black). `promotion`
is that number for White whatever the colour, 0 when there is none.
"""

from minds.board.compiled import inlined

TARGET, PROMOTION, CAPTURED, PIECE = 6, 12, 15, 19
EN_PASSANT, CASTLING = 1 << 23, 1 << 24
PLAIN = (1 << CAPTURED) - 1  # source, target and promotion: what a player says of a move
SEEN = (1 << PIECE) - 1  # that, and what it captures: what a player sees of a move


@inlined
def source_of(move: int) -> int:
    return move & 63


@inlined
def target_of(move: int) -> int:
    return move >> TARGET & 63


@inlined
def promotion_of(move: int) -> int:
    return move >> PROMOTION & 7


@inlined
def captured_of(move: int) -> int:
    return move >> CAPTURED & 15


@inlined
def piece_of(move: int) -> int:
    return move >> PIECE & 15
