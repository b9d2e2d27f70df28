"""The number of games with each ending; forfeits by their kind."""

from typing import TYPE_CHECKING

from arena.report.canvas import BLUE, RED, Plot, titled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE = "Endings of games"


def draw(results: "Results") -> "Figure":
    """Draw a bar for each ending, the most frequent first."""
    games = results.games
    kinds = games["ending"].where(games["fault"].isna(), "forfeit: " + games["fault"].fillna("")).value_counts()
    figure, axes = titled(TITLE, 1 + 0.36 * len(kinds))
    shades = [RED if kind.startswith("forfeit") else BLUE for kind in kinds.index]
    axes.bar_label(axes.barh(kinds.index, kinds.to_numpy(), color=shades), padding=3, fontsize=9)
    axes.invert_yaxis()
    axes.set_xlabel("games")
    return figure


PLOT = Plot(TITLE, 40, draw)
