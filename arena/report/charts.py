"""The chart of `arena bench`, drawn without a screen."""

from pathlib import Path
from typing import TYPE_CHECKING

from arena.report.canvas import BLUE

if TYPE_CHECKING:
    from arena.bench.rules import Figure

MIDDLE, PALE = "#7ea6be", "#c3d4de"  # the bars of other programs: lighter, so that they can be told apart in grey


def draw_speeds(figures: "list[Figure]", circumstances: dict[str, str], path: Path) -> None:
    """Draw the perft speeds of our rules, Stockfish and python-chess into a PNG or SVG file."""
    from matplotlib.figure import Figure as Canvas

    shown = [figure for figure in figures if figure.unit == "Mnodes/s"]
    canvas = Canvas(figsize=(8, 3), dpi=150, layout="constrained")
    axes = canvas.subplots()
    series = (
        ("Mind Arena", BLUE, [figure.ours for figure in shown]),
        (circumstances.get("stockfish", "Stockfish"), MIDDLE, [figure.stockfish or 0 for figure in shown]),
        (circumstances["python-chess"], PALE, [figure.python_chess for figure in shown]),
    )
    for row, (name, colour, speeds) in enumerate(series):
        places = [place + 0.27 * (row - 1) for place in range(len(shown))]
        bars = axes.barh(places, speeds, height=0.25, color=colour)
        axes.bar_label(bars, [f"{in_digits(speed)}  {name}" for speed in speeds], padding=4, fontsize=9)
    axes.set_yticks(range(len(shown)), [figure.name.replace(", ", "\n") for figure in shown])
    axes.invert_yaxis()
    axes.set_xlim(0, 1.35 * max(figure.ours for figure in shown))
    axes.set_xlabel("million positions a second, one thread")
    axes.set_title(f"Lines of play counted (perft) on {circumstances['processor']}", loc="left", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    canvas.savefig(path)


def in_digits(speed: float) -> str:
    """Return a speed with one decimal below 10, none above; 0 stands for a missing program."""
    return f"{speed:.0f}" if speed > 10 else f"{speed:.1f}" if speed else "not installed:"
