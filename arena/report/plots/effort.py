"""The time and the positions that a move takes: the median of each mind, and its middle half."""

from typing import TYPE_CHECKING, Any

import numpy as np

from arena.report.canvas import BLUE, ENOUGH_GAMES, Plot
from arena.report.rows import Panel, rows_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.distribution import Distribution
    from arena.store.queries import Results

TITLE = "Time and positions for a move"
NOTE = "Dot: the median of a mind's moves. Bar: the middle half of them. The scale is logarithmic."
Spread = tuple[float, float, float]  # quartiles
Spreads = dict[int, Spread]  # by row


def draw(results: "Results") -> "Figure":
    """Draw milliseconds on the left and positions on the right, as far as they are known."""
    order, halves = results.prominent, _halves(results)
    panels = [
        Panel([_number(spreads[row][1]) if row in spreads else "" for row in range(len(order))], label)
        for label, _, spreads in halves
    ]
    figure, axes = rows_of(TITLE, order, panels, NOTE)
    for one, (_, _, spreads) in zip(axes, halves, strict=True):
        _fill(one, spreads)
    return figure


def _halves(results: "Results") -> "list[tuple[str, str, Spreads]]":
    """Return the label, the unit and the quartiles of each half that has values."""
    spent = results.plies
    both = [("milliseconds a move", "ms", spent.seconds, 1000.0), ("positions a move", "positions", spent.nodes, 1.0)]
    return [(label, unit, _spreads(results, values, by)) for label, unit, values, by in both if not values.is_empty]


def _spreads(results: "Results", values: "Distribution", by: float) -> Spreads:
    """Return the quartiles of the moves of each mind that has values."""
    numbers = {row: results.minds.index(mind) + 1 for row, mind in enumerate(results.prominent)}
    found = {
        row: values.quantiles(number, [0.25, 0.5, 0.75]) for row, number in numbers.items() if values.count(number)
    }
    return {row: (by * low, by * middle, by * high) for row, (low, middle, high) in found.items()}


def _fill(axes: Any, spreads: Spreads) -> None:
    from matplotlib.ticker import FuncFormatter, NullFormatter

    if not spreads:
        return
    low, middle, high = np.array(list(spreads.values())).T
    bars = [middle - low, high - middle]
    axes.errorbar(middle, list(spreads), xerr=bars, fmt="o", color=BLUE, capsize=3, markersize=6)
    axes.set_xscale("log")
    first, last = np.floor(np.log10([low.min(), high.max()]))  # whole decades, so that there are two numbers at least
    axes.set_xlim(0.85 * 10**first, 1.15 * 10 ** (last + 1))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: _number(number)))
    axes.xaxis.set_minor_formatter(NullFormatter())


def _number(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.2g}"


def describe(results: "Results") -> str:
    """Return the minds that spend the most and the least on a move."""
    return f"For a move in the median: {'; '.join(_extremes(results, *half[1:]) for half in _halves(results))}."


def _extremes(results: "Results", unit: str, spreads: Spreads) -> str:
    rows = sorted(spreads, key=lambda row: spreads[row][1], reverse=True)
    minds = [results.prominent[row] for row in rows]
    most, least = (_number(spreads[row][1]) for row in (rows[0], rows[-1]))
    if most == least:
        return f"{f'{minds[0]} needs' if len(minds) == 1 else f'all {len(minds)} minds need'} {most} {unit}"
    return f"{minds[0]} needs most, {most} {unit}, {minds[-1]} least, {least}"


def _applies(results: "Results") -> bool:
    return not (results.plies.seconds.is_empty and results.plies.nodes.is_empty)


PLOT = Plot(TITLE, 70, draw, _applies, describe, ENOUGH_GAMES)
