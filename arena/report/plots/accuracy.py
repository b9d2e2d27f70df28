"""The average centipawn loss of every mind with its 95 % interval, if an engine has judged the moves."""

from typing import TYPE_CHECKING

import numpy as np

from arena.report.canvas import BLUE, Plot
from arena.report.rows import Panel, rows_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE = "Average centipawn loss with 95 % intervals"
NOTE = "Dot: average loss. Bar: its 95 % interval. In brackets: accuracy as lichess computes it, in per cent."


def draw(results: "Results") -> "Figure":
    """Draw the minds that other plots show, the smallest loss at the top."""
    table = _table(results)
    errors = np.nan_to_num(table["acpl_error"])
    texts = [f"{row.acpl:.1f} ± {row.acpl_error:.1f} ({row.mean_accuracy:.1f} %)" for row in table.itertuples()]
    figure, (axes,) = rows_of(TITLE, list(table["mind"]), [Panel(texts, "centipawns a move")], NOTE)
    low = np.minimum(errors, table["acpl"])  # no loss is less than none
    axes.errorbar(table["acpl"], table.index, xerr=[low, errors], fmt="o", color=BLUE, capsize=3, markersize=6)
    axes.margins(x=0.04)
    return figure


def _table(results: "Results") -> "pd.DataFrame":
    table = results.accuracy
    return table[table["mind"].isin(results.prominent)].reset_index(drop=True)


def describe(results: "Results") -> str:
    """Return the minds that lose the least and the most."""
    table = _table(results)
    first, last = (table.iloc[place] for place in (0, -1))
    least = f"{first['mind']} loses the least, {first['acpl']:.1f} centipawns a move"
    return f"{least}; {last['mind']} loses the most, {last['acpl']:.1f}." if len(table) > 1 else f"{least}."


PLOT = Plot(TITLE, 80, draw, lambda results: results.judge is not None and not results.accuracy.empty, describe)
