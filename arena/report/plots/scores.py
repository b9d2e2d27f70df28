"""The minds' own scores as games go on: the median of each mind, and a band that holds half of its scores."""

from typing import TYPE_CHECKING

from arena.report.canvas import COLOURS, Plot, titled
from arena.report.names import shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE = "Scores that the minds reported, by ply"
MATE = 20_000  # scores beyond this announce mate, and would hide the others
BIN, FEWEST = 10, 5  # plies in a bin, and scores that make one
MAX_MINDS = 12


def draw(results: "Results") -> "Figure":
    """Draw a line and a band for each of the leading minds."""
    moves = results.moves.dropna(subset=["score"])
    moves = moves[moves["score"].abs() < MATE].assign(bin=moves["ply"] // BIN * BIN)
    figure, axes = titled(TITLE)
    for colour, mind in zip(COLOURS, results.standings["mind"][:MAX_MINDS], strict=False):
        own = moves[moves["mind"] == mind].groupby("bin")["score"]
        spread = own.quantile([0.25, 0.5, 0.75]).unstack() / 100
        spread = spread[own.size() >= FEWEST]
        if len(spread):
            axes.plot(spread.index, spread[0.5], color=colour, label=shortened(mind))
            axes.fill_between(spread.index, spread[0.25], spread[0.75], color=colour, alpha=0.15, linewidth=0)
    axes.axhline(0, color="black", linewidth=0.7)
    axes.set_xlabel("ply")
    axes.set_ylabel("score / 100 (in chess: pawns)")
    if axes.get_legend_handles_labels()[0]:
        axes.legend(frameon=False, fontsize=8)
    return figure


def has_scores(results: "Results") -> bool:
    """Return True if any mind has reported a score."""
    return not bool(results.moves["score"].isna().all())


PLOT = Plot(TITLE, 60, draw, has_scores)
