"""Charts with a row for each mind or kind: names at the left, values at the right; in the narrow form both above it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arena.report.canvas import (
    AXIS_HEIGHT,
    EDGE,
    INK,
    LINE,
    NOTE_SIZE,
    QUIET,
    TEXT_SIZE,
    blank,
    head,
    heading_height,
    is_narrow,
    place,
    text_width,
    width,
)
from arena.report.names import shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MANY_ROWS = 20  # that are set closer together
GAP = 0.15  # inches between names, axes and values
ABOVE = 0.62  # of a row of the narrow form is above its mark


@dataclass(frozen=True)
class Panel:
    """One of the axes of such a chart, with a text beside each row and a label below."""

    values: Sequence[str]
    label: str


def rows_of(title: str, names: Sequence[str], panels: Sequence[Panel], note: str = "") -> "tuple[Figure, list[Any]]":
    """Return a figure and its axes, one for each panel; the rows have the heights 0, 1, 2, … from the top."""
    shown = [shortened(name) for name in names]
    figure, axes = (_stacked if is_narrow() else _beside)(shown, panels, heading_height(note))
    for one, panel in zip(axes, panels, strict=True):
        _prepare(one, len(names), panel)
    head(figure, axes[0], title, note)
    return figure, axes


def edge(row: int) -> float:
    """Return the height of the line above a row."""
    return row - (ABOVE if is_narrow() else 0.5)


def _sizes(rows: int) -> tuple[float, float]:
    """Return the height of a row in inches and the size of its text in points."""
    few = rows <= MANY_ROWS
    if is_narrow():
        return (0.42 if few else 0.28), (TEXT_SIZE - 0.5 if few else NOTE_SIZE - 0.5)
    return (0.33 if few else 0.21), (TEXT_SIZE if few else NOTE_SIZE - 0.5)


def _beside(names: list[str], panels: Sequence[Panel], top: float) -> "tuple[Figure, list[Any]]":
    """Return axes side by side, all with the names at the left of the first."""
    high, size = _sizes(len(names))
    figure = blank(top + high * len(names) + AXIS_HEIGHT)
    widths = [max((text_width(value, size) for value in panel.values), default=0) for panel in panels]
    left = EDGE + max(text_width(name, size) for name in names) + GAP
    room = (width() - EDGE - left - sum(widths) - 2 * GAP * len(panels)) / len(panels) + GAP / len(panels)
    axes: list[Any] = []
    for panel, beside in zip(panels, widths, strict=True):
        one = place(figure, left, AXIS_HEIGHT, room, high * len(names))
        for row, value in enumerate(panel.values):
            _write(one, 1 + GAP / room, row, value, size)
        if not axes:
            for row, name in enumerate(names):
                _write(one, -GAP / room, row, name, size, ha="right")
        axes.append(one)
        left += room + beside + 2 * GAP
    return figure, axes


def _stacked(names: list[str], panels: Sequence[Panel], top: float) -> "tuple[Figure, list[Any]]":
    """Return axes one below the other, each with names and values above its rows."""
    high, size = _sizes(len(names))
    one_high = high * len(names)
    figure = blank(top + len(panels) * (one_high + AXIS_HEIGHT + EDGE) - EDGE)
    axes = []
    for number, panel in enumerate(panels):
        below = (len(panels) - number - 1) * (one_high + AXIS_HEIGHT + EDGE) + AXIS_HEIGHT
        one = place(figure, 2 * EDGE, below, width() - 4 * EDGE, one_high)
        for row, (name, value) in enumerate(zip(names, panel.values, strict=True)):
            _write(one, 0, row - 0.2, name, size, va="bottom")
            _write(one, 1, row - 0.2, value, size, va="bottom", ha="right")
        axes.append(one)
    return figure, axes


def _write(axes: Any, x: float, row: float, text: str, size: float, **aligned: str) -> None:
    given = {"ha": "left", "va": "center"} | aligned
    axes.text(x, row, text, transform=axes.get_yaxis_transform(), fontsize=size, color=INK, **given)


def _prepare(axes: Any, rows: int, panel: Panel) -> None:
    """Give axes their rows, a label and a faint grid."""
    axes.set_yticks([])
    axes.set_ylim(edge(rows), edge(0))
    axes.spines["left"].set_visible(False)
    axes.hlines(range(rows), 0, 1, transform=axes.get_yaxis_transform(), color=LINE, linewidth=0.5, zorder=0)
    axes.grid(axis="x", color=LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel(panel.label, fontsize=NOTE_SIZE, color=QUIET)
