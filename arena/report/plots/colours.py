"""The score of every mind in each seat."""

from typing import TYPE_CHECKING

from arena.report.canvas import BLUE, GOLD, Plot, has_opponents, list_minds, titled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE = "Score by seat, per cent"


def draw(results: "Results") -> "Figure":
    """Draw two bars for each mind."""
    import numpy as np

    from arena.store.standings import sides

    table = sides(results.games)
    order = results.prominent
    figure, axes = titled(TITLE, 1 + 0.42 * len(order))
    for seat, colour, name in ((0, GOLD, "moving first"), (1, BLUE, "moving second")):
        means = 100 * table[table["seat"] == seat].groupby("mind")["score"].mean().reindex(order)
        axes.barh(np.arange(len(order)) + 0.2 * (2 * seat - 1), means, height=0.36, color=colour, label=name)
    list_minds(axes, order)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.axvline(50, color="black", linewidth=0.7)
    axes.legend(frameon=False, fontsize=8, loc="lower right")
    return figure


PLOT = Plot(TITLE, 30, draw, has_opponents)
