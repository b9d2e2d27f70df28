"""The time and the positions that a move takes: the median of each mind, and its middle half."""

from typing import TYPE_CHECKING, Any

from arena.report.canvas import BLUE, Plot, blank, list_minds

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.distribution import Distribution
    from arena.store.queries import Results


def draw(results: "Results") -> "Figure":
    """Draw milliseconds on the left and positions on the right, as far as they are known."""
    order = results.prominent
    figure = blank(1.2 + 0.42 * len(order))
    panels = _panels(results)
    for axes, panel in zip(figure.subplots(1, len(panels), sharey=True, squeeze=False)[0], panels, strict=True):
        _panel(axes, results, *panel)
    return figure


def _panels(results: "Results") -> "list[tuple[str, Distribution, int]]":
    """Return the title, the values and the unit of each half that has values."""
    spent = results.plies
    both = [("milliseconds a move", spent.seconds, 1000), ("positions a move", spent.nodes, 1)]
    return [panel for panel in both if not panel[1].is_empty]


def _panel(axes: Any, results: "Results", title: str, spent: "Distribution", unit: int) -> None:
    from matplotlib.ticker import NullFormatter

    order = results.prominent
    numbers = [results.minds.index(mind) + 1 for mind in order]
    drawn = [_spread(axes, place, spent, mind, unit) for place, mind in enumerate(numbers)]
    if any(drawn):
        axes.set_xscale("log")
        axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_title(title, loc="left", fontsize=10)
    list_minds(axes, order)
    axes.set_ylim(len(order) - 0.5, -0.5)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", alpha=0.25)


def _spread(axes: Any, place: int, spent: "Distribution", mind: int, unit: int) -> bool:
    """Draw one mind's median and middle half; return False if it has no values."""
    if not spent.count(mind):
        return False
    low, middle, high = (unit * value for value in spent.quantiles(mind, [0.25, 0.5, 0.75]))
    axes.errorbar(middle, place, xerr=[[middle - low], [high - middle]], fmt="o", color=BLUE, capsize=4)
    text = f"{middle:,.0f}" if middle >= 100 else f"{middle:.2g}"  # needed where the axis shows one number only
    axes.annotate(text, (middle, place), xytext=(0, 8), textcoords="offset points", ha="center", fontsize=8)
    return True


PLOT = Plot("Time and positions for a move", 70, draw, lambda results: bool(_panels(results)))
