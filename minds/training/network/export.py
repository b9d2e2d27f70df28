"""Rounds trained weights to the integers that play, and measures what the rounding changes."""

from typing import NamedTuple

import numpy as np

from minds.evaluation.learned.inputs import SQUARES
from minds.evaluation.learned.network import Network, Origin
from minds.training.games.replay import BLACK_PIECE
from minds.training.network.gradient import scores_of
from minds.training.network.model import ONE_CENTIPAWNS, Model
from minds.training.network.positions import nibble


class Accuracy(NamedTuple):
    """The difference between the integers' output and the floats', in centipawns."""

    mean: float
    most: float
    positions: int


def network_of(model: Model, is_residual: bool, origin: Origin) -> Network:
    """Return the network of integers nearest to the weights."""
    return Network.from_floats(
        model.inputs,
        model.hidden_bias,
        model.output,
        float(model.output_bias[0]),
        ONE_CENTIPAWNS,
        is_residual,
        origin,
    )


def accuracy_of(network: Network, model: Model, examples: np.ndarray) -> Accuracy:
    """Return how far the integers are from the floats on these examples."""
    outputs = np.array([network.centipawns(squares_of(example), int(example["turn"])) for example in examples])
    floats = np.empty(len(examples))
    scores_of(examples, model.parts, floats)
    off = np.abs(outputs - (floats - examples["bases"][:, 0]))
    return Accuracy(float(off.mean()), float(off.max()), len(examples))


def squares_of(example: np.void) -> bytes:
    """Return the piece numbers of the 64 squares, 0 for an empty one."""
    squares, place = bytearray(SQUARES), 0
    for square in range(SQUARES):
        if int(example["occupied"]) >> square & 1:
            piece = nibble(example["pieces"], place)
            squares[square] = 1 + piece % BLACK_PIECE + (6 if piece >= BLACK_PIECE else 0)
            place += 1
    return bytes(squares)
