"""Selects the positions that a network learns from. Nothing heavy is imported."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from minds.errors import TrainingError

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Selection:
    """The choice of positions to learn from."""

    max_score: int = 3000  # centipawns that a score has at most
    min_ply: int = 0  # plies of a game that are left out at its start
    quiet: bool = True  # leave out checks, and positions whose best move captures or promotes


def selected(positions: "np.ndarray", selection: Selection) -> "np.ndarray":
    """Return the positions to learn from; raise TrainingError if there are none."""
    kept = (positions["score"] <= selection.max_score) & (positions["score"] >= -selection.max_score)
    kept &= positions["ply"] >= selection.min_ply
    if selection.quiet:
        kept &= positions["flags"] == 0
    if not kept.any():
        raise TrainingError(f"none of {len(positions):,} positions is left to learn from; expected a wider selection")
    return positions if kept.all() else positions[kept]
