"""The minds' own evaluations as games go on: the median of each mind, and a band that holds half of its evaluations."""

from typing import TYPE_CHECKING

from arena.report.canvas import COLOURS, Plot, titled
from arena.report.names import shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE = "Evaluations that the minds reported, by ply"
FEWEST = 5  # evaluations that make a point of a line
MAX_MINDS = 12


def draw(results: "Results") -> "Figure":
    """Draw a line and a band for each of the leading minds."""
    figure, axes = titled(TITLE)
    for colour, mind in zip(COLOURS, results.standings["mind"][:MAX_MINDS], strict=False):
        spread = results.plies.evaluations(results.minds.index(mind) + 1, [0.25, 0.5, 0.75], FEWEST)
        if spread:
            low, middle, high = ([value / 100 for value in line] for line in zip(*spread.values(), strict=True))
            axes.plot(list(spread), middle, color=colour, label=shortened(mind))
            axes.fill_between(list(spread), low, high, color=colour, alpha=0.15, linewidth=0)
    axes.axhline(0, color="black", linewidth=0.7)
    axes.set_xlabel("ply")
    axes.set_ylabel("evaluation / 100 (in chess: pawns)")
    if axes.get_legend_handles_labels()[0]:
        axes.legend(frameon=False, fontsize=8)
    return figure


PLOT = Plot(TITLE, 60, draw, lambda results: results.has_evaluations)
