"""The whole evaluation of the practical: material, its own tables, castling; whatever the engine's are tuned to."""

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

# By piece number and square, as `minds.board.scores` has the engine's.
WORTH = np.array(
    [
        [[worth_for_white(letter, square, table) for table in (MIDGAME, ENDGAME)] for square in range(64)]
        for letter in LETTERS
    ],
    np.int64,
)


@core
def practical(state: State) -> int:
    """For the side to move, in hundredths of a pawn; what castling is worth fades as the pieces leave."""
    midgame, endgame = add_up(state)
    bonus = BONUS * (has_castled(state, WHITE) - has_castled(state, BLACK))
    for_white = tapered(midgame, endgame, int(state.phase)) + tapered(bonus, 0, int(state.phase))
    return for_white if state.turn == WHITE else -for_white


@inlined
def add_up(state: State) -> tuple[int, int]:
    """What the tables say of all pieces; nobody keeps this up from move to move."""
    midgame = endgame = 0
    for colour in range(2):
        for kind in range(6):
            number, men = number_of(kind, colour), state.pieces[kind] & state.colours[colour]
            while men != NONE:
                square, men = pop(men)
                midgame += WORTH[number, square, MID]
                endgame += WORTH[number, square, END]
    return midgame, endgame


@entry
def entry_practical(state: Any) -> int:
    return practical(state_at(state))


def practical_score(position: "Position") -> int:
    """The same of a position."""
    return int(entry_practical(position._at))
