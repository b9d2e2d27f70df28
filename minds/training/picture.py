"""Draws the tables as heat maps, as White sees the board: a column for each piece, middlegame above endgame."""

from pathlib import Path
from typing import Any

import numpy as np

from minds.board.tables import ENDGAME, MIDGAME
from minds.training.tables import KINDS

NAMES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
ORDER = "PNBRQK"
STRONGEST = 75  # centipawns from the mean that give the darkest colour
assert set(ORDER) == set(KINDS)


def draw(path: Path) -> None:
    """Write the picture: colours show the difference from the table's mean, numbers the table's entries."""
    import matplotlib as mpl  # imported here because it takes half a second

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(2, 6, figsize=(25, 9.4), layout="constrained")
    for row, (phase, tables) in enumerate((("middlegame", MIDGAME), ("endgame", ENDGAME))):
        for axis, kind in zip(axes[row], ORDER, strict=True):
            _draw_table(axis, kind, phase, np.array(tables[kind], float).reshape(8, 8))
    figure.savefig(path, dpi=70)
    plt.close(figure)


def _draw_table(axis: Any, kind: str, phase: str, table: np.ndarray) -> None:
    """One heat map; a pawn's table leaves out the first and last rank."""
    used = slice(1, 7) if kind == "P" else slice(0, 8)
    mean = table[used].mean()
    difference = np.full((8, 8), np.nan)
    difference[used] = table[used] - mean
    axis.imshow(difference, cmap="RdBu", vmin=-STRONGEST, vmax=STRONGEST)
    for (y, x), away in np.ndenumerate(difference):
        if not np.isnan(away):
            ink = "white" if abs(away) > 0.6 * STRONGEST else "black"
            axis.text(x, y, f"{table[y, x]:.0f}", ha="center", va="center", fontsize=10, color=ink)
    axis.set_title(f"{NAMES[kind]}, {phase} ({mean:+.0f} on average)", fontsize=13)
    axis.set_xticks(range(8), "abcdefgh")
    axis.set_yticks(range(8), "87654321")
    axis.tick_params(length=0)
    for edge in axis.spines.values():
        edge.set_visible(False)
