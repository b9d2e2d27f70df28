"""The score of every mind against every other: with numbers or, of many minds, as a heat map without."""

from typing import TYPE_CHECKING, Any

import numpy as np

from arena.report.canvas import (
    EDGE,
    INK,
    NOTE_SIZE,
    QUIET,
    TEXT_SIZE,
    Plot,
    blank,
    has_opponents,
    head,
    heading_height,
    is_narrow,
    place,
    text_width,
    width,
)
from arena.report.matrix import MOST_NUMBERS
from arena.report.names import shortened
from arena.report.numbers import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.queries import Results

TITLE = "Score of the row against the column, per cent"
NOTE = "The darker, the better for the row. Columns are in the order of the rows. White: they have not met."
PALEST, MIDDLE, DARKEST = "#f1ede3", "#8db4cd", "#123f5e"  # ever darker, so that grey and any eye tell them apart
LIGHT_TEXT = 62.0  # scores from which the number is written in white
SMALLEST_TEXT = 5.5  # points; rows without room for it have no names
CELL = (0.6, 0.135)  # inches: the largest and, in the wide form, the smallest
SCALE_HEIGHT = 0.45  # inches


def draw(results: "Results") -> "Figure":
    """Draw the crosstable with a shade for each score."""
    table = 100 * results.crosstable.loc[results.prominent, results.prominent]
    names = [f"{number} {shortened(name, 16 if is_narrow() else 28)}" for number, name in enumerate(table.index, 1)]
    cell, size = _sizes(names)
    left = EDGE + (max(text_width(name, size) for name in names) + EDGE if size else 0)
    side = cell * len(names)
    wide = max(width(), left + side + 2 * EDGE)
    top = heading_height(NOTE, wide) + 0.22
    figure = blank(top + side + SCALE_HEIGHT, wide)
    axes = place(figure, left, SCALE_HEIGHT, side, side)
    image = axes.imshow(table.to_numpy(dtype=float), cmap=_shades(), vmin=0, vmax=100, aspect="auto")
    _label(axes, names, size, cell)
    if len(names) <= (MOST_NUMBERS if not is_narrow() else MOST_NUMBERS // 2 + 1):
        _write_numbers(axes, table.to_numpy(dtype=float))
    head(figure, axes, TITLE, NOTE)
    bar = place(figure, left, 0.22, min(side, 2.0), 0.1)
    figure.colorbar(image, cax=bar, orientation="horizontal", ticks=[0, 50, 100], format="%d %%")
    bar.tick_params(labelsize=NOTE_SIZE - 1, length=2)
    bar.spines[:].set_visible(False)
    return figure


def _sizes(names: list[str]) -> tuple[float, float]:
    """Return the side of a cell in inches, and the size of names in points; 0 if there is no room for them."""
    largest, smallest = CELL
    names_width = max(text_width(name, TEXT_SIZE) for name in names)
    cell = min(largest, (width() - names_width - 4 * EDGE) / len(names))
    if is_narrow():
        size = min(TEXT_SIZE - 1, 60 * cell)
        return (cell, size) if size >= SMALLEST_TEXT else ((width() - 3 * EDGE) / len(names), 0)
    cell = max(cell, smallest)
    return cell, min(TEXT_SIZE, 60 * cell)


def _shades() -> Any:
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("scores", [PALEST, MIDDLE, DARKEST]).with_extremes(bad="white")


def _label(axes: Any, names: list[str], size: float, cell: float) -> None:
    """Write the names beside the rows, and their numbers over the columns as far as there is room."""
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    given = {"fontsize": size or SMALLEST_TEXT, "color": INK}
    for row, name in enumerate(names if size else []):
        x = -0.06 / (cell * len(names))
        axes.text(x, row, name, transform=axes.get_yaxis_transform(), ha="right", va="center", **given)
    step = next(step for step in (1, 2, 5, 10, 20) if cell * step >= 0.17 or step == 20)
    for number in range(step, len(names) + 1, step):
        axes.text(number - 1, -0.55, str(number), ha="center", va="bottom", **(given | {"color": QUIET}))


def _write_numbers(axes: Any, scores: "np.ndarray") -> None:
    for row, column in np.argwhere(~np.isnan(scores)):
        score = scores[row, column]
        colour = "white" if score >= LIGHT_TEXT else INK
        axes.text(column, row, f"{score:.0f}", ha="center", va="center", fontsize=TEXT_SIZE, color=colour)


def describe(results: "Results") -> str:
    """Return the number of pairings that met, of those that one mind won without a point lost, and the closest."""
    table = results.crosstable.loc[results.prominent, results.prominent]
    scores = np.triu(table.to_numpy(dtype=float), 1) + np.where(np.triu(np.ones(table.shape), 1), 0.0, np.nan)
    met = int((~np.isnan(scores)).sum())
    if not met:
        return ""
    clean = int(((scores == 0) | (scores == 1)).sum())
    row, column = np.unravel_index(np.nanargmin(abs(scores - 0.5)), scores.shape)
    closest = f"{table.index[row]} scored {100 * scores[row, column]:.0f} % against {table.index[column]}"
    return f"Of {counted(met, 'pairing')}, {clean:,} went wholly to one mind; in the closest, {closest}."


PLOT = Plot(TITLE, 20, draw, has_opponents, describe, is_table=True)
