"""A training: it goes through the examples again and again, and can stop and go on after any batch.

The same positions and settings give the same weights, however often the training was interrupted: the order of an epoch
depends on the seed and the epoch alone.
"""

from collections.abc import Iterator
from math import cos, pi
from typing import NamedTuple

import numpy as np

from minds.errors import TrainingError
from minds.training.network import adam
from minds.training.network.examples import examples_of
from minds.training.network.gradient import add_gradient, sum_errors
from minds.training.network.model import Model, new_model
from minds.training.network.settings import Settings

POINTS = 20  # of the curve in an epoch


class Point(NamedTuple):
    """A point of the curves of a training."""

    epoch: float  # times that each position has been seen
    training: float  # mean error since the point before
    validation: float  # mean error on the games kept for it; NaN within an epoch


class Training:
    """A network under training, on some positions."""

    def __init__(self, positions: np.ndarray, settings: Settings) -> None:
        self.games, kept = len(np.unique(positions["game"])), positions["game"] % settings.held_out == 0
        if kept.all() or not kept.any():
            raise TrainingError(f"{self.games} games; expected more: one in {settings.held_out} is kept for validation")
        self.settings, examples = settings, examples_of(positions, settings)
        self.examples, self.validation = examples[~kept], examples[kept]
        self.model = new_model(settings.hidden, settings.deviation, settings.seed)
        self.gradient = Model(settings.hidden)
        self.moments = np.zeros((2, len(self.model.values)), np.float32)
        self.step, self.errors, self.counted = 0, 0.0, 0  # batches done; since the last point, errors and examples
        self.points = [Point(0, np.nan, self.validate(Model(settings.hidden)))]  # without the network

    @property
    def steps_an_epoch(self) -> int:
        """The number of batches in an epoch."""
        return -(-len(self.examples) // self.settings.batch)

    @property
    def steps(self) -> int:
        """The number of batches in all."""
        return self.steps_an_epoch * self.settings.epochs

    @property
    def seen(self) -> int:
        """The number of examples seen, each as often as it was."""
        epochs, steps = divmod(self.step, self.steps_an_epoch)
        return epochs * len(self.examples) + steps * self.settings.batch

    @property
    def to_see(self) -> int:
        """The number of examples to see in all."""
        return self.settings.epochs * len(self.examples)

    @property
    def validation_error(self) -> float:
        """The last mean error on the games kept for validation."""
        return next(point.validation for point in reversed(self.points) if not np.isnan(point.validation))

    def run(self) -> Iterator[Point]:
        """Train to the end; yield the last point of the curves after each batch."""
        while self.step < self.steps:
            epoch, first = divmod(self.step, self.steps_an_epoch)
            order, mirrored = self._order(epoch)
            for number in range(first, self.steps_an_epoch):
                part = slice(number * self.settings.batch, (number + 1) * self.settings.batch)
                self._learn(order[part], mirrored[part])
                self._take_point(number + 1)
                yield self.points[-1]

    def _order(self, epoch: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the order of an epoch's examples, and which are shown as their mirror image."""
        chance, count = np.random.default_rng([self.settings.seed, 1 + epoch]), len(self.examples)
        order = chance.permutation(np.arange(count, dtype=np.uint32))
        return order, chance.integers(0, 1 + self.settings.mirrored, count, np.uint8)

    def _learn(self, chosen: np.ndarray, mirrored: np.ndarray) -> None:
        settings, model, gradient = self.settings, self.model, self.gradient
        rate, self.step = self.rate, self.step + 1
        self.errors += add_gradient(self.examples, chosen, mirrored, settings.target_scale, model.parts, gradient.parts)
        self.counted += len(chosen)
        for part, decay in ((slice(model.decaying), settings.decay), (slice(model.decaying, None), 0.0)):
            adam.descend(model.values[part], self.moments[:, part], gradient.values[part], self.step, rate, decay)

    @property
    def rate(self) -> float:
        """The learning rate of the next batch: half a cosine from the first rate to the last one."""
        share = (1 + cos(pi * self.step / self.steps)) / 2
        return self.settings.last_rate + share * (self.settings.rate - self.settings.last_rate)

    def _take_point(self, number: int) -> None:
        """Add a point to the curves if it is time, after this number of batches of the epoch."""
        at_end = number == self.steps_an_epoch
        if number * POINTS // self.steps_an_epoch > (number - 1) * POINTS // self.steps_an_epoch:
            epoch = (self.step - number) // self.steps_an_epoch + number / self.steps_an_epoch
            validation = self.validate(self.model) if at_end else np.nan
            self.points.append(Point(epoch, self.errors / self.counted, validation))
            self.errors, self.counted = 0.0, 0

    def validate(self, model: Model) -> float:
        """Return the mean error of a model on the games kept for it."""
        total = sum_errors(self.validation, self.settings.target_scale, model.parts)
        return float(total / len(self.validation))
