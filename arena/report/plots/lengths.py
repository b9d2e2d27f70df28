"""The length of games in plies."""

from typing import TYPE_CHECKING

from arena.report.canvas import BLUE, INK, NOTE_SIZE, Plot, titled
from arena.report.numbers import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE = "Length of games"
NOTE = "A ply is a move of one side. The dashed line is the median."
MAX_BARS = 40


def draw(results: "Results") -> "Figure":
    """Draw a histogram."""
    figure, axes = titled(TITLE, 3.2, NOTE)
    plies = results.games["plies"]
    least, most = int(plies.min()), int(plies.max())
    step = -(-(most - least + 1) // MAX_BARS)  # plies of a bar
    bars = -(-(most - least + 1) // step)
    edges = [least - 0.5 + step * bar for bar in range(bars + 1)]
    axes.hist(plies, edges, color=BLUE, edgecolor="white", linewidth=0.5)
    axes.axvline(plies.median(), color=INK, linestyle="--", linewidth=1)
    for axis in (axes.xaxis, axes.yaxis):
        axis.get_major_locator().set_params(integer=True, min_n_ticks=1)
    axes.set_xlabel("plies", fontsize=NOTE_SIZE)
    axes.set_ylabel("games", fontsize=NOTE_SIZE)
    return figure


def describe(results: "Results") -> str:
    """Return the median length, the middle half, and the longest game."""
    plies, total = results.games["plies"], counted(results.count, "game")
    if plies.min() == plies.max():
        return f"The length of {total}: {plies.max():,} plies."
    low, middle, high, most = (plies.quantile(share) for share in (0.25, 0.5, 0.75, 1.0))
    return f"Half of {total} lasted {low:,.0f} to {high:,.0f} plies, the median {middle:,.0f}, the longest {most:,.0f}."


PLOT = Plot(TITLE, 50, draw, describe=describe)
