"""The average centipawn loss of every mind with its 95 % interval, if an engine has judged the moves."""

from typing import TYPE_CHECKING

import numpy as np

from arena.report.canvas import BLUE, Plot, list_minds, titled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE = "Average centipawn loss with 95 % intervals"


def draw(results: "Results") -> "Figure":
    """Draw the minds that other plots show, the smallest loss at the top."""
    table = results.accuracy[results.accuracy["mind"].isin(results.prominent)].reset_index(drop=True)
    figure, axes = titled(TITLE, 1 + 0.42 * len(table))
    errors = np.nan_to_num(table["acpl_error"])
    low = np.minimum(errors, table["acpl"])  # no loss is less than none
    axes.errorbar(table["acpl"], table.index, xerr=[low, errors], fmt="o", color=BLUE, capsize=4, markersize=7)
    for place, row in table.iterrows():
        text = f"{row['acpl']:.1f}, accuracy {row['mean_accuracy']:.1f}"
        above = {"xytext": (0, 9), "textcoords": "offset points", "ha": "center"}
        axes.annotate(text, (row["acpl"], place), fontsize=8, color=BLUE, **above)
    list_minds(axes, list(table["mind"]))
    axes.set_ylim(len(table) - 0.5, -0.7)
    axes.margins(x=0.12)
    axes.grid(axis="x", alpha=0.25)
    axes.set_xlabel("centipawns a move")
    return figure


PLOT = Plot(TITLE, 80, draw, lambda results: results.judge is not None and not results.accuracy.empty)
