"""The tables as heat maps, as White sees the board: one column for each piece, middlegame above endgame."""

from pathlib import Path

from minds.board.tables import ENDGAME, MIDGAME
from minds.training.tables import KINDS

NAMES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
ORDER = "PNBRQK"
STRONGEST = 75  # hundredths from the mean: whatever differs more is no darker
assert set(ORDER) == set(KINDS)


def draw(path: Path) -> None:
    """Write the picture; colours tell how a square differs from the mean of its table, numbers the table itself."""
    import matplotlib as mpl  # takes half a second

    mpl.use("Agg")
    import matplotlib.pyplot as plt
    import numpy as np

    figure, axes = plt.subplots(2, 6, figsize=(25, 9.4), layout="constrained")
    for row, (phase, tables) in enumerate((("middlegame", MIDGAME), ("endgame", ENDGAME))):
        for axis, kind in zip(axes[row], ORDER, strict=True):
            table = np.array(tables[kind], float).reshape(8, 8)
            used = slice(1, 7) if kind == "P" else slice(0, 8)
            mean = table[used].mean()
            shown = np.full((8, 8), np.nan)
            shown[used] = table[used] - mean
            axis.imshow(shown, cmap="RdBu", vmin=-STRONGEST, vmax=STRONGEST)
            for (y, x), away in np.ndenumerate(shown):
                if not np.isnan(away):
                    ink = "white" if abs(away) > 0.6 * STRONGEST else "black"
                    axis.text(x, y, f"{table[y, x]:.0f}", ha="center", va="center", fontsize=10, color=ink)
            axis.set_title(f"{NAMES[kind]}, {phase} ({mean:+.0f} on average)", fontsize=13)
            axis.set_xticks(range(8), "abcdefgh")
            axis.set_yticks(range(8), "87654321")
            axis.tick_params(length=0)
            for edge in axis.spines.values():
                edge.set_visible(False)
    figure.savefig(path, dpi=70)
    plt.close(figure)
