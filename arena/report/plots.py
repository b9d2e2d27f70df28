"""The plots of a tournament, drawn without a screen; each is a function from its tables to a picture."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl
import numpy as np

if TYPE_CHECKING:
    from arena.store.queries import Results

mpl.use("Agg")

from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

BLUE, GREY, GOLD, RED = "#2a6f97", "#8f9aa3", "#c9a227", "#a4303f"
COLOURS: Final = (BLUE, GOLD, RED, "#5b8e7d", "#7a5c99", "#d17a22", GREY)
LONGEST_NAME, MOST_MINDS = 28, 12


def short(name: str) -> str:
    """A mind's name as a plot has room for it."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _axes(title: str, height: float = 3.6, width: float = 8.0) -> tuple[Figure, Any]:
    figure = Figure(figsize=(width, height), dpi=130, layout="constrained")
    axes = figure.subplots()
    axes.set_title(title, loc="left", fontsize=11)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def ratings(results: "Results") -> Figure:
    """Every mind's rating with its 95 % interval; who has the same colour cannot be told apart yet."""
    table = results.standings
    solo = "elo" not in table
    value, unit = ("score", "mean score") if solo else ("elo", "Elo, the mean of all being 0")
    figure, axes = _axes(
        "Ratings with 95 % intervals" if not solo else "Mean scores with 95 % intervals", 1 + 0.42 * len(table)
    )
    for place, row in enumerate(table.itertuples()):
        colour = BLUE if solo else COLOURS[(row.group - 1) % len(COLOURS)]
        middle, error = getattr(row, value), row.error
        axes.errorbar(middle, place, xerr=error, fmt="o", color=colour, capsize=4, markersize=7, linewidth=2)
        axes.annotate(
            f"{middle:+.0f} ± {error:.0f}" if not solo else f"{middle:.3f} ± {error:.3f}",
            (middle, place),
            xytext=(0, 9),
            textcoords="offset points",
            ha="center",
            fontsize=8,
            color=colour,
        )
    axes.set_yticks(range(len(table)), [short(name) for name in table["mind"]])
    axes.set_ylim(len(table) - 0.5, -0.7)
    axes.margins(x=0.12)
    axes.grid(axis="x", alpha=0.25)
    axes.set_xlabel(unit)
    return figure


def crosstable(results: "Results") -> Figure:
    """The row's score against the column."""
    table = results.crosstable
    names = [short(name) for name in table.index]
    figure, axes = _axes(
        "Score of the row against the column, per cent", 1.6 + 0.5 * len(names), 3.2 + 0.75 * len(names)
    )
    axes.imshow(table.to_numpy(dtype=float), cmap="RdYlBu", vmin=0, vmax=100, aspect="auto")
    for i in range(len(names)):
        for j in range(len(names)):
            value = table.iat[i, j]
            if value == value:
                axes.text(
                    j,
                    i,
                    f"{value:.0f}",
                    ha="center",
                    va="center",
                    fontsize=9,
                    color="black" if 15 < value < 85 else "white",
                )
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.spines[:].set_visible(False)
    return figure


def colours(results: "Results") -> Figure:
    """How each mind has fared in either seat."""
    from arena.store.queries import sides

    table = sides(results.games)
    order = list(results.standings["mind"])
    figure, axes = _axes("Score by seat, per cent", 1 + 0.42 * len(order))
    for seat, colour, name in ((0, GOLD, "moving first"), (1, BLUE, "moving second")):
        means = 100 * table[table["seat"] == seat].groupby("mind")["score"].mean().reindex(order)
        axes.barh(np.arange(len(order)) + 0.2 * (2 * seat - 1), means, height=0.36, color=colour, label=name)
    axes.set_yticks(range(len(order)), [short(name) for name in order])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.axvline(50, color="black", linewidth=0.7)
    axes.legend(frameon=False, fontsize=8, loc="lower right")
    return figure


def endings(results: "Results") -> Figure:
    """How games ended; forfeits by their kind."""
    games = results.games
    kinds = games["ending"].where(games["fault"].isna(), "forfeit: " + games["fault"].fillna("")).value_counts()
    figure, axes = _axes("How games ended", 1 + 0.36 * len(kinds))
    bars = axes.barh(
        kinds.index, kinds.to_numpy(), color=[RED if kind.startswith("forfeit") else BLUE for kind in kinds.index]
    )
    axes.bar_label(bars, padding=3, fontsize=9)
    axes.invert_yaxis()
    axes.set_xlabel("games")
    return figure


def lengths(results: "Results") -> Figure:
    """How many plies games had."""
    figure, axes = _axes("Length of games")
    axes.hist(
        results.games["plies"],
        bins=min(40, 1 + int(results.games["plies"].max() - results.games["plies"].min())),
        color=BLUE,
    )
    axes.set_xlabel("plies")
    axes.set_ylabel("games")
    return figure


def scores(results: "Results") -> Figure:
    """What minds think of their positions as a game goes on, half of them within the band."""
    moves = results.moves.dropna(subset=["score"])
    moves = moves[moves["score"].abs() < 20_000].assign(bin=moves["ply"] // 10 * 10)
    figure, axes = _axes("What minds think of their position, by ply")
    for colour, mind in zip(COLOURS, results.standings["mind"][:MOST_MINDS], strict=False):
        told = moves[moves["mind"] == mind].groupby("bin")["score"].quantile([0.25, 0.5, 0.75]).unstack() / 100
        told = told[moves[moves["mind"] == mind].groupby("bin").size() >= 5]
        if len(told):
            axes.plot(told.index, told[0.5], color=colour, label=short(mind))
            axes.fill_between(told.index, told[0.25], told[0.75], color=colour, alpha=0.15, linewidth=0)
    axes.axhline(0, color="black", linewidth=0.7)
    axes.set_xlabel("ply")
    axes.set_ylabel("score / 100 (in chess: pawns)")
    if axes.get_legend_handles_labels()[0]:
        axes.legend(frameon=False, fontsize=8)
    return figure


def effort(results: "Results") -> Figure:
    """Time and positions that a move takes: median, and the middle half."""
    moves = results.moves[results.moves["given"] == 0]
    order = list(results.standings["mind"])
    figure = Figure(figsize=(8, 1.2 + 0.42 * len(order)), dpi=130, layout="constrained")
    for axes, column, scale, title in zip(
        figure.subplots(1, 2, sharey=True),
        ("seconds", "nodes"),
        (1000, 1),
        ("milliseconds a move", "positions a move"),
        strict=True,
    ):
        drawn = False
        for place, mind in enumerate(order):
            told = moves.loc[moves["mind"] == mind, column].dropna() * scale
            told = told[told > 0]
            if len(told):
                low, middle, high = told.quantile([0.25, 0.5, 0.75])
                axes.errorbar(middle, place, xerr=[[middle - low], [high - middle]], fmt="o", color=BLUE, capsize=4)
                told_as = f"{middle:,.0f}" if middle >= 100 else f"{middle:.2g}"  # an axis of one decade has one number
                axes.annotate(
                    told_as, (middle, place), xytext=(0, 8), textcoords="offset points", ha="center", fontsize=8
                )
                drawn = True
        if drawn:
            axes.set_xscale("log")
            axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_title(title, loc="left", fontsize=10)
        axes.set_yticks(range(len(order)), [short(name) for name in order])
        axes.set_ylim(len(order) - 0.5, -0.5)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="x", alpha=0.25)
    return figure


PAIRED: Final[dict[str, Callable[["Results"], Figure]]] = {"crosstable": crosstable, "colours": colours}
PLOTS: Final[dict[str, Callable[["Results"], Figure]]] = {
    "ratings": ratings,
    **PAIRED,
    "endings": endings,
    "lengths": lengths,
    "scores": scores,
    "effort": effort,
}


def draw_all(results: "Results", folder: Path) -> list[str]:
    """Every plot that these results have, as PNG and SVG; their names."""
    without = set(PAIRED) if results.games["second"].isna().all() else set()
    if results.moves["score"].isna().all():  # nobody has told what they think
        without.add("scores")
    names = [name for name in PLOTS if name not in without]
    with mpl.rc_context({"svg.hashsalt": "arena", "svg.fonttype": "none", "font.size": 9}):
        for name in names:
            figure = PLOTS[name](results)
            figure.savefig(folder / f"{name}.png", metadata={"Software": None})
            figure.set_layout_engine("none")  # all is in its place now, and finding it is half of the work
            figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
    return names
