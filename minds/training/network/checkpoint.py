"""The state of a training in a file, from which it goes on after an interruption, as if there had been none."""

import json
import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from zipfile import BadZipFile

import numpy as np

from minds.errors import TrainingError, quoted
from minds.training.network.trainer import Point, Training

FORMAT = "mind-arena training 1"


def save(training: Training, data: str, path: Path) -> None:
    """Write the state of a training to a file, whole or not at all; `data` is the digest of its positions."""
    with NamedTemporaryFile(dir=path.absolute().parent, prefix=f".{path.name}.", delete=False) as draft:
        try:
            np.savez(
                draft,
                purpose=np.array(_purpose(training, data)),
                values=training.model.values,
                moments=training.moments,
                numbers=np.array([training.step, training.errors, training.counted]),
                points=np.array(training.points),
            )
            draft.flush()
            os.fsync(draft.fileno())
            os.replace(draft.name, path)
        except BaseException:
            os.unlink(draft.name)
            raise


def restore(training: Training, data: str, path: Path) -> None:
    """Take over the state in a file; raise TrainingError if it is of another training, or damaged."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            if str(file["purpose"]) != _purpose(training, data):
                raise TrainingError(
                    f"{quoted(str(path))} was made with other data or settings; expected the same ones, or delete it"
                )
            values, moments, numbers, points = (file[name] for name in ("values", "moments", "numbers", "points"))
        shapes = values.shape, moments.shape, numbers.shape, points.shape[1:]
        if shapes != (training.model.values.shape, training.moments.shape, (3,), (len(Point._fields),)):
            raise ValueError(f"arrays of shapes {shapes}")
        training.model.values[:], training.moments[:] = values, moments
        training.step, training.errors, training.counted = int(numbers[0]), float(numbers[1]), int(numbers[2])
        training.points = [Point(*point) for point in points.tolist()]
    except (ValueError, TypeError, KeyError, EOFError, BadZipFile) as problem:
        if isinstance(problem, TrainingError):
            raise
        raise TrainingError(f"{quoted(str(path))} is damaged ({problem}); delete it to begin again") from None


def _purpose(training: Training, data: str) -> str:
    """Return what a state belongs to: format, settings and data."""
    return json.dumps({"format": FORMAT, "data": data, **training.settings.as_dict()})
