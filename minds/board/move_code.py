"""A move as one integer, as compiled code stores it.

    bits   0–5    6–11    12–14      15–18     19–22  23          24
           source target  promotion  captured  piece  en passant  castling

`captured` and `piece` are piece numbers of the original World (0 nothing, 1–6 white, 7–12 black).
`promotion` is the number of the white piece for either colour, 0 if the move does not promote.
"""

from minds.board.compiled import inlined

TARGET, PROMOTION, CAPTURED, PIECE = 6, 12, 15, 19
EN_PASSANT, CASTLING = 1 << 23, 1 << 24
NOTATION_BITS = (1 << CAPTURED) - 1  # source, target and promotion: all that a notation such as e7e8q states
LISTED_BITS = (1 << PIECE) - 1  # the same and the captured piece: all that a listed Move shows


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
