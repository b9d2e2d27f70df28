"""Zobrist keys: a position's key is the exclusive or of a random number for each of its features."""

import numpy as np

from minds.board.compiled import inlined
from minds.board.squares import ALL, ONE, Bitboard


def splitmix(seed: int, count: int) -> np.ndarray:
    """Random numbers that are the same on every machine and in every version, so that keys can be stored."""
    drawn = []
    for _ in range(count):
        seed = (seed + 0x9E37_79B9_7F4A_7C15) & int(ALL)
        mixed = (seed ^ seed >> 30) * 0xBF58_476D_1CE4_E5B9 & int(ALL)
        mixed = (mixed ^ mixed >> 27) * 0x94D0_49BB_1331_11EB & int(ALL)
        drawn.append(mixed ^ mixed >> 31)
    return np.array(drawn, Bitboard)


_DRAWN = splitmix(318, 12 * 64 + 16 + 8 + 1)
# By piece number and square; the row of piece 0 is zero, so an empty square changes nothing.
PIECE_KEYS = np.vstack([np.zeros((1, 64), Bitboard), _DRAWN[: 12 * 64].reshape(12, 64)])
CASTLING_KEYS = _DRAWN[12 * 64 :][:16]
EN_PASSANT_KEYS = _DRAWN[12 * 64 + 16 :][:8]
TURN_KEY = _DRAWN[-1]


@inlined
def castling_key(rooks: Bitboard) -> Bitboard:
    """The key of a set of castling rights; `rooks` may hold a1, h1, a8 and h8 only."""
    corners = (rooks & ONE) | (rooks >> Bitboard(6) & Bitboard(2))
    corners |= (rooks >> Bitboard(54) & Bitboard(4)) | (rooks >> Bitboard(60) & Bitboard(8))
    return CASTLING_KEYS[np.int64(corners)]


@inlined
def en_passant_key(square: int) -> Bitboard:
    return EN_PASSANT_KEYS[square & 7]
