"""The score of every mind against every other."""

from typing import TYPE_CHECKING

from arena.report.canvas import Plot, has_opponents, titled
from arena.report.names import shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE = "Score of the row against the column, per cent"


def draw(results: "Results") -> "Figure":
    """Draw the crosstable with a shade for each score."""
    table = 100 * results.crosstable.loc[results.prominent, results.prominent]
    names = [shortened(name) for name in table.index]
    figure, axes = titled(TITLE, 1.6 + 0.5 * len(names), 3.2 + 0.75 * len(names))
    axes.imshow(table.to_numpy(dtype=float), cmap="RdYlBu", vmin=0, vmax=100, aspect="auto")
    for i in range(len(names)):
        for j in range(len(names)):
            value = table.iat[i, j]
            if value == value:  # pairs that have not met have no number
                colour = "black" if 15 < value < 85 else "white"
                axes.text(j, i, f"{value:.0f}", ha="center", va="center", fontsize=9, color=colour)
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.spines[:].set_visible(False)
    return figure


PLOT = Plot(TITLE, 20, draw, has_opponents)
