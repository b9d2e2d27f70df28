"""The minds' own evaluations as games go on: the median of each mind, and a band that holds half of its evaluations."""

from math import ceil
from typing import TYPE_CHECKING, Any

from arena.report.canvas import (
    AXIS_HEIGHT,
    BLUE,
    EDGE,
    ENOUGH_GAMES,
    NOTE_SIZE,
    QUIET,
    Plot,
    blank,
    head,
    heading_height,
    is_narrow,
    place,
    width,
)
from arena.report.names import shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE = "Evaluations that the minds reported, by ply"
FEWEST = 30  # evaluations that make a point of a line
NOTE = (
    "Line: the median of a mind's evaluations in ten plies. Band: the middle half of them. Both end where there are "
    f"fewer than {FEWEST}. In chess, 1 is a pawn."
)
MAX_MINDS = 12
HIGH, LEFT, NAME_HEIGHT, MOST_LETTERS = 1.25, 0.55, 0.26, 24  # of a mind's part: inches, and letters of its name
Quartiles = dict[int, list[float]]  # by ply


def draw(results: "Results") -> "Figure":
    """Draw a line and a band for each of the leading minds, each in axes of its own."""
    spreads = _spreads(results) or {"": {}}
    across = min(len(spreads), 2 if is_narrow() else 4)
    down = ceil(len(spreads) / across)
    top = heading_height(NOTE)
    figure = blank(top + down * (HIGH + NAME_HEIGHT) + AXIS_HEIGHT)
    wide = (width() - LEFT - EDGE) / across
    for number, (mind, spread) in enumerate(spreads.items()):
        row, column = divmod(number, across)
        below = AXIS_HEIGHT + (down - row - 1) * (HIGH + NAME_HEIGHT)
        axes = place(figure, LEFT + column * wide, below, wide - EDGE, HIGH)
        _fill(axes, spread)
        name = shortened(mind, int(MOST_LETTERS * wide / 2))
        axes.text(0.02, 1.03, name, transform=axes.transAxes, fontsize=NOTE_SIZE)
        axes.tick_params(labelleft=column == 0, labelbottom=number + across >= len(spreads))
    _share_limits(figure.axes)
    figure.supxlabel("ply", fontsize=NOTE_SIZE, y=0.12 / figure.get_figheight())
    middle = (AXIS_HEIGHT + (figure.get_figheight() - top - AXIS_HEIGHT) / 2) / figure.get_figheight()
    figure.supylabel("evaluation / 100", fontsize=NOTE_SIZE, x=0.09 / width(), y=middle)
    _head(figure, top)
    return figure


def _head(figure: "Figure", top: float) -> None:
    """Write the title over an empty pair of axes that spans the figure."""
    axes = place(figure, EDGE, 0, width() - 2 * EDGE, figure.get_figheight() - top)
    axes.set_axis_off()
    head(figure, axes, TITLE, NOTE)


def _spreads(results: "Results") -> dict[str, Quartiles]:
    """Return the quartiles by ply of each leading mind that has reported enough."""
    found = {
        str(mind): results.plies.evaluations(results.minds.index(mind) + 1, [0.25, 0.5, 0.75], FEWEST)
        for mind in results.standings["mind"][:MAX_MINDS]
    }
    return {mind: spread for mind, spread in found.items() if spread}


def _fill(axes: Any, spread: Quartiles) -> None:
    axes.axhline(0, color=QUIET, linewidth=0.8)
    if spread:
        low, middle, high = ([value / 100 for value in line] for line in zip(*spread.values(), strict=True))
        plies = [ply + 5 for ply in spread]  # the middle of the ten
        axes.fill_between(plies, low, high, color=BLUE, alpha=0.25, linewidth=0)
        axes.plot(plies, middle, color=BLUE, marker="o", markersize=2.5)


def _share_limits(axes: list[Any]) -> None:
    """Give all axes the same limits."""
    for get, set_ in (("get_xlim", "set_xlim"), ("get_ylim", "set_ylim")):
        ends = [getattr(one, get)() for one in axes]
        for one in axes:
            getattr(one, set_)(min(low for low, _ in ends), max(high for _, high in ends))


def describe(results: "Results") -> str:
    """Return the minds that judge themselves best and worst, at the last plies that most of them reach."""
    spreads = _spreads(results)
    if not spreads:
        return f"No mind reported {FEWEST} evaluations in ten plies."
    reached = [ply for spread in spreads.values() for ply in spread]
    ply = max(set(reached), key=lambda one: (reached.count(one), one))
    medians = {mind: spread[ply][1] / 100 for mind, spread in spreads.items() if ply in spread}
    best, worst = max(medians, key=medians.__getitem__), min(medians, key=medians.__getitem__)
    at = f"In plies {ply + 1} to {ply + 10}"
    if best == worst:
        return f"{at}, {best} judges its own position {_signed(medians[best])} in the median."
    return (
        f"{at}, the last that {len(medians)} minds reach, {best} judges its own position best "
        f"({_signed(medians[best])} in the median), {worst} worst ({_signed(medians[worst])})."
    )


def _signed(pawns: float) -> str:
    return f"{pawns:+.1f}".replace("-", "−")


PLOT = Plot(TITLE, 60, draw, lambda results: results.has_evaluations, describe, ENOUGH_GAMES)
