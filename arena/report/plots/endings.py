"""The number of games with each ending; forfeits by their kind."""

from typing import TYPE_CHECKING

from arena.report.canvas import BLUE, PALE, Plot
from arena.report.numbers import counted
from arena.report.rows import Panel, rows_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE, FORFEIT = "Endings of games", "forfeit: "
NOTE = "Full bar: decided by play. Hatched bar: lost by a fault of a mind."


def draw(results: "Results") -> "Figure":
    """Draw a bar for each ending, the most frequent first."""
    kinds = _kinds(results)
    texts = [f"{number:,} ({100 * number / kinds.sum():.0f} %)" for number in kinds]
    is_forfeit = [kind.startswith(FORFEIT) for kind in kinds.index]
    note = NOTE if any(is_forfeit) else ""
    figure, (axes,) = rows_of(TITLE, list(kinds.index), [Panel(texts, "games")], note)
    for hatched, inside in ((False, BLUE), (True, PALE)):
        own = [row for row, forfeit in enumerate(is_forfeit) if forfeit == hatched]
        bars = axes.barh(own, kinds.to_numpy()[own], height=0.4, color=inside, edgecolor=BLUE, linewidth=1, zorder=2)
        for bar in bars:
            bar.set_hatch("////" if hatched else "")
    axes.set_xlim(left=0)
    axes.xaxis.get_major_locator().set_params(integer=True)
    return figure


def _kinds(results: "Results") -> "pd.Series[int]":
    games = results.games
    return games["ending"].where(games["fault"].isna(), FORFEIT + games["fault"].fillna("")).value_counts()


def describe(results: "Results") -> str:
    """Return the most frequent ending, and the number of forfeits."""
    kinds, forfeits = _kinds(results), int(results.games["fault"].notna().sum())
    share = f"{kinds.iloc[0]:,} of {counted(int(kinds.sum()), 'game')} ({100 * kinds.iloc[0] / kinds.sum():.0f} %)"
    line = f"The most frequent ending is “{kinds.index[0]}”: {share}"
    return f"{line}; {forfeits:,} {'was' if forfeits == 1 else 'were'} forfeited." if forfeits else f"{line}."


PLOT = Plot(TITLE, 40, draw, describe=describe)
