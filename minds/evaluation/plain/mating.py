"""Mating a bare king: drive it to the edge and into a corner, and bring the own king near. Nothing else matters."""

import numpy as np

from minds.board.compiled import core, inlined
from minds.board.squares import KING, NONE, WHITE
from minds.board.state import State
from minds.board.threats import king_of

EDGE, NEAR = 12, 5
FURTHEST = 14  # steps along ranks and files between two corners

# Steps along ranks and files from the middle of the board: 0 to 6; and between any two squares.
ASIDE = np.array([(abs(2 * (s % 8) - 7) + abs(2 * (s // 8) - 7)) // 2 - 1 for s in range(64)], np.int64)
APART = np.array([[abs(a % 8 - b % 8) + abs(a // 8 - b // 8) for b in range(64)] for a in range(64)], np.int64)


@inlined
def one_is_bare(state: State) -> bool:
    """Whether a side has its king alone."""
    kings = state.pieces[KING]
    return (state.colours[0] & ~kings == NONE) != (state.colours[1] & ~kings == NONE)


@core
def mating(state: State) -> int:
    """Nothing as long as both have something besides their kings."""
    total = 0
    for colour in range(2):
        theirs = state.colours[1 - colour] & ~state.pieces[KING]
        ours = state.colours[colour] & ~state.pieces[KING]
        if theirs == NONE and ours != NONE:
            bare, own = king_of(state, 1 - colour), king_of(state, colour)
            worth = EDGE * ASIDE[bare] + NEAR * (FURTHEST - APART[bare, own])
            total += worth if colour == WHITE else -worth
    return total
