"""Reads the files that a network learns from: games of `arena train play`, or positions."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from minds.errors import TrainingError, quoted
from minds.training.games.file import is_games, read_games
from minds.training.games.replay import positions_of
from minds.training.network.position_file import read_positions
from minds.training.network.positions import joined


def read_all(paths: Sequence[Path], warn: Callable[[str], None]) -> np.ndarray:
    """Return the positions of all files; `warn` is told of games that a damaged file has lost."""
    return joined([_read(path, warn) for path in paths])


def _read(path: Path, warn: Callable[[str], None]) -> np.ndarray:
    if not path.is_file():
        raise TrainingError(f"{quoted(str(path))} is not a file; expected games of arena train play, or positions")
    try:
        has_games = is_games(path)
    except OSError as problem:
        raise TrainingError(f"{quoted(str(path))} cannot be read: {problem.strerror}") from None
    if not has_games:
        return read_positions(path)
    content = read_games(path)
    if content.damages:
        warn(
            f"{quoted(str(path))}: games are lost at {len(content.damages)} places, at the first: {content.damages[0]}"
        )
    return positions_of(content.games)
