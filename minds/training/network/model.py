"""The weights of a network under training, as floats in one array, which training changes as a whole."""

import numpy as np

from minds.board.vectors import aligned
from minds.training.network.inputs import INPUTS

LARGEST_WEIGHT = 1.98  # as integers, 505 of an input and 127 of an output
ONE_CENTIPAWNS = 400  # centipawns that an output of 1 stands for


class Model:
    """Weights: `values` holds them all, the other names show parts of it."""

    def __init__(self, hidden: int, values: np.ndarray | None = None) -> None:
        self.hidden = hidden
        self.decaying = (INPUTS + 2) * hidden  # from here on biases, which do not decay
        size = self.decaying + hidden + 1
        self.values = aligned((size,), np.float32) if values is None else values
        inputs, output, self.hidden_bias, self.output_bias = np.split(
            self.values, [INPUTS * hidden, self.decaying, size - 1]
        )
        self.inputs, self.output = inputs.reshape(INPUTS, hidden), output.reshape(2, hidden)  # the mover's half first

    @property
    def parts(self) -> tuple[np.ndarray, ...]:
        """The arrays that `values` consists of."""
        return self.inputs, self.output, self.hidden_bias, self.output_bias


def new_model(hidden: int, deviation: float, seed: int) -> Model:
    """Return small random weights; the biases are 0."""
    model = Model(hidden)
    chance = np.random.default_rng([seed, 0])
    model.values[: model.decaying] = deviation * chance.standard_normal(model.decaying, np.float32)
    return model
