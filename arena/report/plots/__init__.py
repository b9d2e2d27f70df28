"""The plots of a tournament, one file each. To add one, add a file here that defines PLOT.

`arena report`, its page and the web pages find it by itself; nothing else lists the plots.
"""

import pkgutil
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import defined_in
from arena.report.aside import aside

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.report.canvas import Plot
    from arena.store.queries import Results


def names() -> tuple[str, ...]:
    """Return the names of all plots, in the order of a page."""
    found = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return tuple(sorted(found, key=lambda name: find(name).order))


def find(name: str) -> "Plot":
    """Return a plot by its name."""
    found: Plot = defined_in(f"{__name__}.{name}", "PLOT", "lengths.py")
    return found


def title(name: str) -> str:
    """Return a plot's title."""
    return find(name).title


def draw(name: str, results: "Results") -> "Figure":
    """Draw one plot of a tournament."""
    return find(name).draw(results)


def style() -> AbstractContextManager[None]:
    """Return a context in which figures are drawn and saved in the report's style."""
    import matplotlib as mpl

    context: AbstractContextManager[None] = mpl.rc_context(
        {"svg.hashsalt": "arena", "svg.fonttype": "none", "font.size": 9}
    )
    return context


def draw_all(results: "Results", folder: Path) -> list[str]:
    """Write every plot that applies to the results as PNG and SVG into a folder; return their names."""
    chosen = [name for name in names() if find(name).applies(results)]
    _ = results.standings, results.plies  # read once, for both processes
    with style(), aside(partial(_save, chosen[::2], results, folder)):
        _save(chosen[1::2], results, folder)
    return chosen


def _save(chosen: Sequence[str], results: "Results", folder: Path) -> None:
    for name in chosen:
        figure = draw(name, results)
        figure.savefig(folder / f"{name}.png", metadata={"Software": None})
        figure.set_layout_engine("none")  # the first save has placed everything, and placing takes half the time
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
