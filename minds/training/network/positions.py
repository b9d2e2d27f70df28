"""Tables of positions, as `games/replay.py` describes them: checked, joined and named by a digest."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from minds.board.compiled import jit, popcount
from minds.board.squares import KING, PAWN, Bitboard
from minds.errors import TrainingError
from minds.training.games.replay import BLACK_PIECE

MOST_POSITIONS = 200_000_000
MOST_PIECES = 32

FAULTS = (
    "",
    "two kings and at most 32 pieces",
    "pieces of 0 to 5 and 8 to 13",
    "one king of each colour",
    "a result of 0, 1 or 2 and a turn of 0 or 1",
)
NO_FAULT, COUNT, PIECE, KINGS, RANGE = range(len(FAULTS))


def check(positions: np.ndarray) -> None:
    """Raise a TrainingError for the first record that is no position."""
    row, fault = first_fault(positions)
    if fault != NO_FAULT:
        raise TrainingError(f"position {row}: {positions[row].tobytes().hex()}; expected {FAULTS[fault]}")


@jit
def first_fault(positions: Any) -> tuple[int, int]:
    """Return the number of the first record that is no position and its fault, or 0 and NO_FAULT."""
    for row in range(positions.size):
        fault = fault_of(positions[row])
        if fault != NO_FAULT:
            return row, fault
    return 0, NO_FAULT


@jit
def fault_of(position: Any) -> int:
    """Return the fault of a record, NO_FAULT if it is a position."""
    count = popcount(Bitboard(position["occupied"]))
    if count < 2 or count > MOST_PIECES:
        return COUNT
    white_kings = black_kings = 0
    for place in range(count):
        piece = nibble(position["pieces"], place)
        if piece % BLACK_PIECE > PAWN:
            return PIECE
        white_kings += piece == KING
        black_kings += piece == KING + BLACK_PIECE
    if white_kings != 1 or black_kings != 1:
        return KINGS
    return RANGE if position["result"] > 2 or position["turn"] > 1 else NO_FAULT


@jit
def nibble(pieces: Any, place: int) -> int:
    """Return the nibble at a place, counted from the first byte's low nibble."""
    return (int(pieces[place >> 1]) >> 4 * (place & 1)) & 15


def joined(parts: Sequence[np.ndarray]) -> np.ndarray:
    """Return all positions as one array, with the games numbered anew, from 0."""
    positions = np.concatenate(parts)
    if not len(positions):
        raise TrainingError("no positions; expected at least one game with a position to learn from")
    if len(positions) > MOST_POSITIONS:
        raise TrainingError(f"{len(positions):,} positions; expected at most {MOST_POSITIONS:,}")
    starts = np.cumsum([0, *map(len, parts)])[1:-1]  # two files may use the same numbers
    begins = np.flatnonzero(np.diff(positions["game"]) != 0) + 1
    first = np.zeros(len(positions), np.uint32)
    first[begins] = 1
    first[starts[starts < len(positions)]] = 1
    first[0] = 0
    positions["game"] = np.cumsum(first, dtype=np.uint32)
    return positions


def digest_of(positions: np.ndarray) -> str:
    """Return the digest of positions: equal for equal data, wherever it comes from."""
    return sha256(np.ascontiguousarray(positions).tobytes()).hexdigest()
