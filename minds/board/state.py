"""The two records of the core: a state, and a workspace with a state and a list of moves for every ply of a search."""

from typing import Any, TypeAlias

import numpy as np

from minds.board.compiled import core
from minds.board.squares import NONE, bit, number_of

# Numba and numpy treat a record as an object with these fields; mypy does not understand either.
State: TypeAlias = Any
Workspace: TypeAlias = Any
Codes: TypeAlias = Any  # an array of moves, each one integer

MAX_PLIES = 128
MAX_MOVES = 256  # no legal position has more than 218
NO_SQUARE = -1

STATE = np.dtype(
    (
        np.record,
        [
            ("pieces", "u8", (6,)),  # by kind, both colours: kings, queens, rooks, bishops, knights, pawns
            ("colours", "u8", (2,)),  # by colour, all kinds
            ("castling", "u8"),  # the rooks that may still castle
            ("key", "u8"),  # equal exactly for positions that count as repetitions
            ("midgame", "i4"),  # material and piece-square score for White in the middlegame …
            ("endgame", "i4"),  # … and in the endgame
            ("fullmoves", "i4"),
            ("halfmoves", "i4"),  # since the last capture or pawn move
            ("phase", "i2"),  # 24 with all pieces on the board, 0 with kings and pawns only
            ("turn", "i1"),
            ("en_passant", "i1"),  # the target of a legal en passant capture, else NO_SQUARE
        ],
    ),
    align=True,
)

# A search uses one workspace: a stack of states, one for each ply, and a list of moves for each.
WORKSPACE = np.dtype(
    (np.record, [("states", STATE, (MAX_PLIES,)), ("moves", "i4", (MAX_PLIES, MAX_MOVES))]),
    align=True,
)


def new_state() -> np.ndarray:
    """An empty state as an array of one row, as compiled functions take it."""
    return np.zeros(1, STATE).view(np.recarray)


def new_workspace(states: Any = None) -> np.ndarray:
    """An empty workspace as an array of one row; `states` provides the state at ply 0."""
    workspace = np.zeros(1, WORKSPACE).view(np.recarray)
    if states is not None:
        workspace["states"][0, 0] = states[0]
    return workspace


@core
def piece_at(state: State, square: int) -> int:
    """The number of the piece on a square, 0 if it is empty."""
    here = bit(square)
    colour = 0 if state.colours[0] & here != NONE else 1
    for kind in range(6):
        if state.pieces[kind] & here != NONE:
            return number_of(kind, colour)
    return 0
