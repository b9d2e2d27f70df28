"""The score of every mind in each seat."""

from typing import TYPE_CHECKING

from arena.report.canvas import BLUE, PALE, QUIET, Plot, has_opponents
from arena.report.numbers import counted, signed
from arena.report.rows import Panel, rows_of
from world.registry import find

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE = "Score by seat"
NOTE = "Hollow dot: moving first ({}). Full dot: moving second ({}). The upright line is half of the points."
UNKNOWN = "–"


def draw(results: "Results") -> "Figure":
    """Draw two dots for each mind, and the difference between them."""
    table = _scores(results)
    texts = [f"{_percent(first)}, {_percent(second)}" for first, second in table.to_numpy()]
    note = NOTE.format(*find(results.plan.world).colours)
    figure, (axes,) = rows_of(TITLE, list(table.index), [Panel(texts, "score, per cent")], note)
    rows = range(len(table))
    axes.hlines(rows, table.min(axis=1), table.max(axis=1), color=BLUE, linewidth=2, zorder=2)
    for seat, inside in ((1, BLUE), (0, PALE)):
        axes.plot(table[seat], rows, "o", color=BLUE, markerfacecolor=inside, markersize=7, clip_on=False, zorder=3)
    axes.set_xlim(0, 100)
    axes.axvline(50, color=QUIET, linewidth=0.8)
    return figure


def _scores(results: "Results") -> "pd.DataFrame":
    """Return a row for each mind with its scores by seat, in per cent."""
    from arena.store.standings import sides

    table = sides(results.games).pivot_table(index="mind", columns="seat", values="score", aggfunc="mean")
    return 100 * table.reindex(index=results.prominent, columns=[0, 1])


def _percent(score: float) -> str:
    return UNKNOWN if score != score else f"{score:.0f}"


def describe(results: "Results") -> str:
    """Return what moving first is worth, and the mind to which the seat matters most."""
    games, ratings = results.games, results.ratings
    mean = 100 * games["score_first"].mean()
    worth = f"worth {signed(ratings.advantage)} ± {ratings.advantage_error:.0f} Elo"
    line = f"Moving first scored {mean:.1f} % of {counted(len(games), 'game')}, {worth}"
    gaps = ((table := _scores(results))[0] - table[1]).abs()
    if gaps.max() >= 1:
        mind = gaps.idxmax()
        first, second = (_percent(table[seat][mind]) for seat in (0, 1))
        line += f"; the seat made most difference to {mind}: {first} % moving first, {second} % moving second"
    return f"{line}."


PLOT = Plot(TITLE, 30, draw, has_opponents, describe)
