"""Trains a network from the first batch, or from where an earlier training stopped, to its file and a picture."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from time import monotonic

from minds.errors import TrainingError, quoted
from minds.evaluation.learned.net_file import write_network
from minds.evaluation.learned.network import Origin
from minds.training.network.checkpoint import restore, save
from minds.training.network.curves import draw
from minds.training.network.export import Accuracy, accuracy_of, network_of
from minds.training.network.trainer import Training

INTERVAL = 30.0  # seconds between checkpoints
COMPARED = 2000  # positions on which the integers are compared with the floats


@dataclass(frozen=True)
class Files:
    """The files of a training, all beside the network's."""

    net: Path

    @property
    def checkpoint(self) -> Path:
        """The state of a training that is not at its end."""
        return self.net.with_name(f"{self.net.name}.checkpoint")

    @property
    def picture(self) -> Path:
        """The curves of the errors."""
        return self.net.with_suffix(".png")

    def check(self) -> None:
        """Raise TrainingError if the network cannot be written there when the training is over."""
        if self.net.suffix != ".net":
            raise TrainingError(f"{quoted(str(self.net))}; expected a file that ends in .net")
        if self.net.exists():
            raise TrainingError(f"{quoted(str(self.net))} exists; expected a new name, or delete it first")
        if not os.access(self.net.absolute().parent, os.W_OK):
            raise TrainingError(f"{quoted(str(self.net))}: expected a folder that exists and can be written")


def fit(
    training: Training, data: str, origin: Origin, files: Files, report: Callable[[Training], None], stop: Event
) -> Accuracy | None:
    """Train to the end and write the network, or stop after the batch in which `stop` is set and return None.

    `data` is the digest of the positions, `report` is called after each batch. Return the accuracy of the integers.
    """
    files.check()
    if files.checkpoint.exists():
        restore(training, data, files.checkpoint)
    with _kept(training, data, files.checkpoint):
        saved = monotonic()
        for _ in training.run():
            report(training)
            if stop.is_set():
                return None
            if monotonic() - saved >= INTERVAL:
                save(training, data, files.checkpoint)
                saved = monotonic()
        network = network_of(training.model, not training.settings.pure, origin)
        draw(training.points, files.picture)
        write_network(network, files.net)
    files.checkpoint.unlink(missing_ok=True)
    every = -(-len(training.validation) // COMPARED)
    return accuracy_of(network, training.model, training.validation[::every])


@contextmanager
def _kept(training: Training, data: str, checkpoint: Path) -> Iterator[None]:
    """Save the training at the end, however it comes."""
    try:
        yield
    finally:
        save(training, data, checkpoint)
