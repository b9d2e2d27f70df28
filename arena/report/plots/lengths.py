"""The length of games in plies."""

from typing import TYPE_CHECKING

from arena.report.canvas import BLUE, Plot, titled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE = "Length of games"
MAX_BARS = 40


def draw(results: "Results") -> "Figure":
    """Draw a histogram."""
    figure, axes = titled(TITLE)
    plies = results.games["plies"]
    axes.hist(plies, bins=min(MAX_BARS, 1 + int(plies.max() - plies.min())), color=BLUE)
    axes.set_xlabel("plies")
    axes.set_ylabel("games")
    return figure


PLOT = Plot(TITLE, 50, draw)
