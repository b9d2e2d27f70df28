"""A network and its plain reference: what a position is worth, in numpy and as slow as it is easy to read.

Each side's hidden units are a bias plus the weights of the inputs it sees, in int16. The output is a bias plus, over
the mover's half and the other's, weight · activation² in int32, where an activation is a hidden unit clipped to
0 … 255.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import numpy.typing as npt

from minds.errors import NetworkError
from minds.evaluation.learned.inputs import INPUTS, inputs_of

if TYPE_CHECKING:
    from minds.board.position import Position

ACTIVATION_ONE, WEIGHT_ONE = 255, 64  # the integers that stand for an activation, and for an output weight, of 1
SUM_ONE = ACTIVATION_ONE**2 * WEIGHT_ONE  # the sum that stands for an output of 1
MAX_CENTIPAWNS = 10_000  # an output is clipped to this, so that no score looks like a mate

INT16 = np.iinfo(np.int16).max
Int16s = npt.NDArray[np.int16]
Floats = npt.NDArray[np.floating]


class Origin(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The origin of a network: enough to make it again, and its measured strength."""

    data: str = ""  # the games it was trained on
    command: str = ""
    seed: int = 0
    commit: str = ""  # of this project
    strength: str = ""  # as measured: opponent, games, Elo with its interval


@dataclass(frozen=True, eq=False)
class Network:
    """The weights as integers, the centipawns that an output of 1 stands for, and how the output is used."""

    features: Int16s  # [INPUTS][N]
    hidden_bias: Int16s  # [N]
    output: Int16s  # [2][N]: of the mover's half, and of the other's
    output_bias: int
    scale: int  # centipawns
    is_residual: bool  # True if the output is added to the piece-square score, False if it is the whole value
    origin: Origin = field(default_factory=Origin)

    @classmethod
    def from_floats(
        cls,
        features: Floats,
        hidden_bias: Floats,
        output: Floats,
        output_bias: float,
        scale: int,
        is_residual: bool,
        origin: Origin | None = None,
    ) -> "Network":
        """Return the network whose integers are nearest to these weights."""
        return cls(
            rounded(features, ACTIVATION_ONE),
            rounded(hidden_bias, ACTIVATION_ONE),
            rounded(output, WEIGHT_ONE),
            round(output_bias * SUM_ONE),
            scale,
            is_residual,
            origin or Origin(),
        )

    @property
    def size(self) -> int:
        """The number of hidden units of each side."""
        return len(self.hidden_bias)

    def hidden(self, squares: bytes, viewer: int) -> Int16s:
        """Return one side's hidden units for a board, the piece numbers of its 64 squares."""
        sums: Int16s = self.hidden_bias + self.features[inputs_of(squares, viewer)].sum(axis=0, dtype=np.int16)
        return sums

    def centipawns(self, squares: bytes, turn: int) -> int:
        """Return the output for a board and the side to move."""
        total = np.int32(self.output_bias)
        for weights, viewer in zip(self.output, (turn, 1 - turn), strict=True):
            activations = np.clip(self.hidden(squares, viewer), 0, ACTIVATION_ONE).astype(np.int32)
            total += (activations**2 * weights).sum(dtype=np.int32)
        value = int(total) * self.scale // SUM_ONE
        return max(-MAX_CENTIPAWNS, min(value, MAX_CENTIPAWNS))

    def value(self, position: "Position") -> int:
        """Return a position's score for the side to move, in centipawns."""
        output = self.centipawns(position.squares, position.turn)
        return position.score + output if self.is_residual else output


def rounded(weights: Floats, one: int) -> Int16s:
    """Return weights as integers, `one` of which stand for 1."""
    numbers = np.rint(weights * one)
    if not (np.abs(numbers) <= INT16).all():
        raise NetworkError(f"a weight of {np.abs(weights).max()}; expected at most {INT16 / one:.0f}")
    return numbers.astype(np.int16)


def zero_network(size: int) -> Network:
    """Return a network that adds nothing to the piece-square score."""
    return Network(
        np.zeros((INPUTS, size), np.int16), np.zeros(size, np.int16), np.zeros((2, size), np.int16), 0, 1, True
    )
