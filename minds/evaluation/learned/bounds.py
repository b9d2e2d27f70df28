"""Proves of a network that no integer overflows, for any board with a king and at most 15 other pieces a side.

It does not search boards: on each square it takes the piece that adds most, and of all squares the best fifteen a side.
"""

import numpy as np
import numpy.typing as npt

from minds.board.squares import KING, PAWN
from minds.errors import NetworkError
from minds.evaluation.learned.inputs import INPUTS, KINDS, SQUARES
from minds.evaluation.learned.network import ACTIVATION_ONE, INT16, Network

BLOCK, MAX_SIZE = 32, 512  # hidden units come in whole blocks of 64 bytes
MAX_SCALE = 10_000
MAX_WEIGHT = 128  # an output weight times an activation fits into int16
OTHERS = 15  # pieces of a side besides its king
FIRST_PAWN, PAWN_END = 8, 56  # no pawn stands on the first or last rank
INT32 = np.iinfo(np.int32).max


def check(network: Network) -> None:
    """Raise a NetworkError unless the sizes fit together and no board can make an integer overflow."""
    size = network.size
    if size % BLOCK or not BLOCK <= size <= MAX_SIZE:
        raise NetworkError(f"{size} hidden units; expected a multiple of {BLOCK} up to {MAX_SIZE}")
    shapes = (network.features.shape, network.hidden_bias.shape, network.output.shape)
    if shapes != ((INPUTS, size), (size,), (2, size)):
        raise NetworkError(f"weights of shapes {shapes}; expected {(INPUTS, size)}, {(size,)} and {(2, size)}")
    if not 1 <= network.scale <= MAX_SCALE:
        raise NetworkError(f"a scale of {network.scale}; expected 1 to {MAX_SCALE} centipawns")
    if (largest := int(np.abs(network.output.astype(np.int32)).max())) > MAX_WEIGHT:
        raise NetworkError(f"an output weight of {largest}; expected at most {MAX_WEIGHT}")
    if (reach := hidden_reach(network)) > INT16:
        raise NetworkError(f"hidden units of up to {reach}; expected at most {INT16} for any board")
    if (reach := output_reach(network)) > INT32:
        raise NetworkError(f"sums of up to {reach}; expected at most {INT32} for any board")


def hidden_reach(network: Network) -> int:
    """Return a bound of the hidden units' size."""
    halves = network.features.astype(np.int64).reshape(2, KINDS, SQUARES, network.size)
    bias = network.hidden_bias.astype(np.int64)
    highest = bias + sum(most(half) for half in halves)
    lowest = bias - sum(most(-half) for half in halves)
    return int(max(highest.max(), -lowest.min()))


def most(half: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the most that a side's pieces can add to each hidden unit, from weights [kind][square][unit]."""
    pieces = half.copy()
    pieces[PAWN, :FIRST_PAWN] = pieces[PAWN, PAWN_END:] = 0
    best = np.sort(np.maximum(pieces[KING + 1 :].max(axis=0), 0), axis=0)
    return np.asarray(pieces[KING].max(axis=0) + best[-OTHERS:].sum(axis=0))


def output_reach(network: Network) -> int:
    """Return a bound of the output's sum, and of all its partial sums in any order."""
    weights = network.output.astype(np.int64)
    heaviest = max(int(weights[weights > 0].sum()), -int(weights[weights < 0].sum()))
    return abs(network.output_bias) + heaviest * ACTIVATION_ONE**2
