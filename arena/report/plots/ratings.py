"""Every mind's rating with its 95 % interval; minds of one tier have one colour and one mark."""

from typing import TYPE_CHECKING

from arena.report.canvas import QUIET, TIERS, Plot
from arena.report.numbers import counted, signed
from arena.report.rows import Panel, edge, rows_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE, SOLO_TITLE = "Ratings with 95 % intervals", "Mean scores with 95 % intervals"
NOTE = "Mark: {}. Bar: its 95 % interval. A line, another colour and another mark begin a new tier."


def draw(results: "Results") -> "Figure":
    """Draw ratings, or mean scores in a world with one seat."""
    table = results.standings[results.standings["mind"].isin(results.prominent)].reset_index()
    solo = "elo" not in table
    value, error = ("score", "score_error") if solo else ("elo", "elo_error")
    texts = [f"{text} · tier {tier}" for text, tier in zip(_texts(table), table["tier"], strict=True)]
    panel = Panel(texts, "mean score" if solo else "Elo, the mean of all minds being 0")
    note = NOTE.format("mean score, from 0 to 1" if solo else "rating")
    figure, (axes,) = rows_of(SOLO_TITLE if solo else TITLE, list(table["mind"]), [panel], note)
    for tier, own in table.groupby("tier"):
        colour, mark = TIERS[(int(tier) - 1) % len(TIERS)]
        axes.errorbar(own[value], own.index, xerr=own[error], fmt=mark, color=colour, capsize=3, markersize=6)
    for row in range(1, len(table)):
        if table["tier"][row] != table["tier"][row - 1]:
            axes.axhline(edge(row), color=QUIET, linewidth=1)
    axes.margins(x=0.04)
    return figure


def _texts(table: "pd.DataFrame") -> list[str]:
    """Return the ratings or scores with their errors."""
    if "elo" not in table:
        return [f"{row.score:.3f} ± {row.score_error:.3f}" for row in table.itertuples()]
    return [f"{signed(row.elo)} ± {row.elo_error:.0f}" for row in table.itertuples()]


def describe(results: "Results") -> str:
    """Return the best mind, its lead, and the number of tiers."""
    table = results.standings.sort_values("elo" if "elo" in results.standings else "score", ascending=False)
    (first, *_), (text, *_), tiers = table["mind"], _texts(table), int(table["tier"].max())
    lead = f"{first} has the highest {'rating' if 'elo' in table else 'mean score'}, {text}"
    if len(table) == 1:
        return f"{lead}."
    if "elo" in table:
        ahead = f"{table['elo'].iloc[0] - table['elo'].iloc[1]:,.0f} Elo above"
        lead += f", {'as high as that of' if ahead.startswith('0 ') else ahead} {table['mind'].iloc[1]}"
    if tiers == 1:
        return f"{lead}; the games do not yet divide the {len(table)} minds into tiers."
    return f"{lead}; the games divide {counted(len(table), 'mind')} into {tiers} tiers, each stronger than the next."


PLOT = Plot(TITLE, 10, draw, describe=describe)
