"""Piece-square scores: the values and tables of `tables.py` as one array, by piece number and square."""

from collections.abc import Mapping

import numpy as np

from minds.board.compiled import inlined
from minds.board.squares import LETTERS, WHITE
from minds.board.state import State
from minds.board.tables import ENDGAME, MIDGAME, PHASES, VALUES

MID, END = 0, 1
FULL_PHASE = 24


def worth_for_white(letter: str, square: int, table: Mapping[str, tuple[int, ...]]) -> int:
    """The value of a piece on a square for White; a black piece is mirrored and counts negative."""
    if letter == ".":
        return 0
    kind = letter.upper()
    # A table's first row is the eighth rank, so White's squares are mirrored and Black's are not.
    seen = square ^ 56 if letter.isupper() else square
    worth = VALUES[kind] + table[kind][seen]
    return worth if letter.isupper() else -worth


SCORES = np.array(
    [
        [[worth_for_white(letter, square, table) for table in (MIDGAME, ENDGAME)] for square in range(64)]
        for letter in LETTERS
    ],
    np.int32,
)
PHASE = np.array([PHASES.get(letter.upper(), 0) for letter in LETTERS], np.int64)


@inlined
def tapered(midgame: int, endgame: int, phase: int) -> int:
    """The score between its middlegame and endgame values, weighted by the phase."""
    phase = min(phase, FULL_PHASE)
    return int((midgame * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE)


@inlined
def score(state: State) -> int:
    """The piece-square score for the side to move, in centipawns."""
    for_white = tapered(state.midgame, state.endgame, int(state.phase))
    return for_white if state.turn == WHITE else -for_white
