"""The practical's evaluation: material, its own piece-square tables, and castling."""

from typing import TYPE_CHECKING, Any

import numpy as np

from minds.board.compiled import core, entry, inlined
from minds.board.entrypoints import state_at
from minds.board.scores import END, MID, tapered, worth_for_white
from minds.board.squares import BLACK, LETTERS, NONE, WHITE, number_of, pop
from minds.board.state import State
from minds.evaluation.practical.castling import BONUS, has_castled
from minds.evaluation.practical.tables import ENDGAME, MIDGAME

if TYPE_CHECKING:
    from minds.board.position import Position

# By piece number and square, like SCORES in `minds/board/scores.py`.
SCORES = np.array(
    [
        [[worth_for_white(letter, square, table) for table in (MIDGAME, ENDGAME)] for square in range(64)]
        for letter in LETTERS
    ],
    np.int64,
)


@core
def evaluate_practical(state: State) -> int:
    """The score for the side to move, in centipawns; the castling bonus fades with the phase."""
    midgame, endgame = add_up(state)
    bonus = BONUS * (has_castled(state, WHITE) - has_castled(state, BLACK))
    for_white = tapered(midgame, endgame, int(state.phase)) + tapered(bonus, 0, int(state.phase))
    return for_white if state.turn == WHITE else -for_white


@inlined
def add_up(state: State) -> tuple[int, int]:
    """The middlegame and endgame sums of the tables over all pieces, computed from scratch."""
    midgame = endgame = 0
    for colour in range(2):
        for kind in range(6):
            number, men = number_of(kind, colour), state.pieces[kind] & state.colours[colour]
            while men != NONE:
                square, men = pop(men)
                midgame += SCORES[number, square, MID]
                endgame += SCORES[number, square, END]
    return midgame, endgame


@entry
def entry_practical(state: Any) -> int:
    return evaluate_practical(state_at(state))


def practical_score(position: "Position") -> int:
    """The practical's score of a position, for the side to move."""
    return int(entry_practical(position._address))
