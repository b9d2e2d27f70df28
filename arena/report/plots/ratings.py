"""Every mind's rating with its 95 % interval; minds of one tier have one colour."""

from typing import TYPE_CHECKING, Any

from arena.report.canvas import COLOURS, GREY, Plot, list_minds, titled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE, SOLO_TITLE = "Ratings with 95 % intervals", "Mean scores with 95 % intervals"


def draw(results: "Results") -> "Figure":
    """Draw ratings, or mean scores in a world with one seat."""
    table = results.standings[results.standings["mind"].isin(results.prominent)].reset_index()
    solo = "elo" not in table
    figure, axes = titled(SOLO_TITLE if solo else TITLE, 1 + 0.42 * len(table))
    for place, row in enumerate(table.itertuples()):
        colour = COLOURS[(row.tier - 1) % len(COLOURS)]
        if solo:
            _interval(axes, place, row.score, row.score_error, colour, f"{row.score:.3f} ± {row.score_error:.3f}")
        else:
            _interval(axes, place, row.elo, row.elo_error, colour, f"{round(row.elo) + 0.0:+.0f} ± {row.elo_error:.0f}")
    for place in [place for place in range(1, len(table)) if table["tier"][place] != table["tier"][place - 1]]:
        axes.axhline(place - 0.62, color=GREY, linewidth=0.8)
    list_minds(axes, list(table["mind"]))
    axes.set_ylim(len(table) - 0.5, -0.7)
    axes.margins(x=0.12)
    axes.grid(axis="x", alpha=0.25)
    axes.set_xlabel("mean score" if solo else "Elo, the mean of all being 0")
    return figure


def _interval(axes: Any, place: int, middle: float, error: float, colour: str, text: str) -> None:
    axes.errorbar(middle, place, xerr=error, fmt="o", color=colour, capsize=4, markersize=7, linewidth=2)
    above = {"xytext": (0, 9), "textcoords": "offset points", "ha": "center"}
    axes.annotate(text, (middle, place), fontsize=8, color=colour, **above)


PLOT = Plot(TITLE, 10, draw)
