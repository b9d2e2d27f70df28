"""Charts, drawn without a screen."""

from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl

if TYPE_CHECKING:
    from arena.bench import Figure

mpl.use("Agg")

OURS, FISH, CHESS = "#2a6f97", "#8f9aa3", "#c9a227"


def draw_speeds(figures: "list[Figure]", path: Path) -> None:
    """Nodes a second in perft for each of us."""
    from matplotlib.figure import Figure as Canvas

    shown = [figure for figure in figures if figure.unit == "Mnodes/s"]
    canvas = Canvas(figsize=(8, 2.9), dpi=150, layout="constrained")
    axes = canvas.subplots()
    series = (
        ("Mind Arena (Python, compiled by Numba)", OURS, [figure.ours for figure in shown]),
        ("Stockfish (C++)", FISH, [figure.stockfish or 0 for figure in shown]),
        ("python-chess", CHESS, [figure.python_chess for figure in shown]),
    )
    for row, (name, colour, speeds) in enumerate(series):
        places = [place + 0.27 * (row - 1) for place in range(len(shown))]
        bars = axes.barh(places, speeds, height=0.25, color=colour, label=name)
        axes.bar_label(
            bars,
            fmt=lambda speed: f"{speed:.0f}" if speed > 10 else f"{speed:.1f}" if speed else "not installed",
            padding=4,
            fontsize=9,
        )
    axes.set_yticks(range(len(shown)), [figure.name.replace(", ", "\n") for figure in shown])
    axes.invert_yaxis()
    axes.margins(x=0.08)
    axes.set_xlabel("million positions a second, one thread (perft)")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="upper center", bbox_to_anchor=(0.45, 1.2), ncols=3, frameon=False, fontsize=9)
    canvas.savefig(path)
