"""The parts that all plots share: figures, colours, short names. Matplotlib is loaded when a plot is drawn."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from arena.report.names import shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.queries import Results

BLUE, GREY, GOLD, RED = "#2a6f97", "#8f9aa3", "#c9a227", "#a4303f"
COLOURS: Final = (BLUE, GOLD, RED, "#5b8e7d", "#7a5c99", "#d17a22", GREY)
WIDTH, DOTS_PER_INCH = 8.0, 130  # inches


def always(_results: "Results") -> bool:
    """Return True: most plots can be drawn of any results."""
    return True


def has_opponents(results: "Results") -> bool:
    """Return True if minds met each other, False in a world with one seat."""
    return not results.is_solo


@dataclass(frozen=True)
class Plot:
    """A picture of a tournament. A file in `plots/` defines one as PLOT; the file's name is the picture's."""

    title: str
    order: int  # on a page, lowest first
    draw: Callable[["Results"], "Figure"]
    applies: Callable[["Results"], bool] = always  # False if the results lack what it shows


def blank(height: float, width: float = WIDTH) -> "Figure":
    """Return an empty figure; sizes are in inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), dpi=DOTS_PER_INCH, layout="constrained")


def titled(title: str, height: float = 3.6, width: float = WIDTH) -> "tuple[Figure, Any]":
    """Return a figure with one pair of axes and a title."""
    figure = blank(height, width)
    axes = figure.subplots()
    axes.set_title(title, loc="left", fontsize=11)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def list_minds(axes: Any, minds: list[str]) -> None:
    """Label the vertical axis with minds, the first at the top."""
    axes.set_yticks(range(len(minds)), [shortened(name) for name in minds])
