"""Reads the files that a network learns from, of whatever kind."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from minds.training.network.position_file import read_positions
from minds.training.network.positions import joined


def read_all(paths: Sequence[Path]) -> np.ndarray:
    """Return the positions of all files."""
    return joined([read_positions(path) for path in paths])
