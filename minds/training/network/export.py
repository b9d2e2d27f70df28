"""Rounds trained weights to the integers that play, and measures what the rounding changes."""

from math import ceil
from typing import NamedTuple

import numpy as np

from minds.evaluation.learned.bounds import INT32, MAX_WEIGHT
from minds.evaluation.learned.inputs import SQUARES
from minds.evaluation.learned.network import SUM_ONE, WEIGHT_ONE, Network, Origin
from minds.training.games.replay import BLACK_PIECE
from minds.training.network.gradient import scores_of
from minds.training.network.model import ONE_CENTIPAWNS, Model
from minds.training.network.positions import nibble

# Bounds of a network of integers, less what rounding may add.
MOST_WEIGHT, MOST_SUM = (MAX_WEIGHT - 1) / WEIGHT_ONE, 0.95 * INT32 / SUM_ONE


class Accuracy(NamedTuple):
    """The difference between the integers' output and the floats', in centipawns."""

    mean: float
    most: float
    positions: int


def network_of(model: Model, is_residual: bool, origin: Origin) -> Network:
    """Return the network of integers nearest to the weights.

    The output's weights are made as large as they may be, and their unit small: rounding changes large numbers less.
    """
    scale = max(1, ceil(ONE_CENTIPAWNS / factor_of(model)))
    output, output_bias = (part * (ONE_CENTIPAWNS / scale) for part in (model.output, model.output_bias))
    parts = (model.inputs, model.hidden_bias, output, float(output_bias[0]))
    return Network.from_floats(*parts, scale, is_residual, origin)


def factor_of(model: Model) -> float:
    """Return the factor by which the output's weights fit into the bounds that a network of integers is held to."""
    reach = max(float(np.abs(model.output[model.output * sign > 0]).sum(dtype=float)) for sign in (1, -1))
    largest = max(float(np.abs(model.output).max()), 1e-6)
    return min(MOST_WEIGHT / largest, MOST_SUM / max(reach + abs(float(model.output_bias[0])), 1e-6))


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
