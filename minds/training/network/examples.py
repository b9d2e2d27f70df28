"""Examples: positions with the target that the network learns, and the piece-square score that it is added to."""

from typing import Any

import numpy as np

from minds.board.compiled import jit, trailing_zeros
from minds.board.scores import END, MID, PHASE, SCORES, tapered
from minds.board.squares import NONE, ONE, Bitboard
from minds.training.games.replay import BLACK_PIECE
from minds.training.network.inputs import FILES
from minds.training.network.positions import nibble
from minds.training.network.settings import Settings

EXAMPLE = np.dtype(
    [
        ("occupied", "u8"),
        ("pieces", "u1", (16,)),
        ("turn", "u1"),
        ("bases", "i2", (2,)),  # the score the output is added to, of the position and of its mirror image
        ("target", "f4"),  # the expected result for the side to move, 0 to 1
    ],
    align=True,
)


def examples_of(positions: np.ndarray, settings: Settings) -> np.ndarray:
    """Return an example for each position."""
    examples = np.empty(len(positions), EXAMPLE)
    for name in ("occupied", "pieces", "turn"):
        examples[name] = positions[name]
    examples["target"] = targets_of(positions, settings)
    if settings.pure:
        examples["bases"] = 0
    else:
        set_bases(examples)
    return examples


def targets_of(positions: np.ndarray, settings: Settings) -> np.ndarray:
    """Return what to expect of each position: a mix of what the search's score says and how the game ended."""
    scores = positions["score"] / np.float32(settings.target_scale)
    expected = 1 / (1 + np.exp(-scores))
    share = np.float32(settings.result_share)
    return np.asarray((1 - share) * expected + share * positions["result"] / np.float32(2), np.float32)


@jit
def set_bases(examples: Any) -> None:
    """Fill in the piece-square scores."""
    for row in range(examples.size):
        examples[row]["bases"][0] = piece_square_score(examples[row], 0)
        examples[row]["bases"][1] = piece_square_score(examples[row], FILES)


@jit
def piece_square_score(position: Any, mirror: int) -> int:
    """Return the piece-square score for the side to move; `mirror` is 0, or FILES to swap left and right."""
    occupied, place = Bitboard(position["occupied"]), 0
    midgame = endgame = phase = 0
    while occupied != NONE:
        square = trailing_zeros(occupied) ^ mirror
        occupied &= occupied - ONE
        piece = nibble(position["pieces"], place)
        number = 1 + piece % BLACK_PIECE + (6 if piece >= BLACK_PIECE else 0)
        midgame += SCORES[number, square, MID]
        endgame += SCORES[number, square, END]
        phase += PHASE[number]
        place += 1
    for_white = tapered(midgame, endgame, phase)
    return for_white if position["turn"] == 0 else -for_white
