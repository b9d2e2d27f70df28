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
from arena.report.canvas import NARROW_WIDTH, TEXT_SIZE, WIDTH

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.report.canvas import Plot
    from arena.store.queries import Results

NARROW = "-narrow"  # after the name of a plot, for its narrow form


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


def drawn(results: "Results") -> list[str]:
    """Return the names of the plots that the results have, in the order of a page."""
    return [name for name in names() if find(name).is_drawn(results)]


def style(narrow: bool = False) -> AbstractContextManager[None]:
    """Return a context in which figures are drawn and saved in the report's style, in the wide or the narrow form."""
    import matplotlib as mpl

    context: AbstractContextManager[None] = mpl.rc_context(
        {
            "svg.hashsalt": "arena",
            "svg.fonttype": "none",
            "font.size": TEXT_SIZE,
            "text.parse_math": False,  # a mind may be called $x$
            "figure.figsize": (NARROW_WIDTH if narrow else WIDTH, 3.6),
        }
    )
    return context


def draw_all(results: "Results", folder: Path) -> list[str]:
    """Write every plot that is drawn as PNG and SVG, and narrow as SVG, into a folder; return their names."""
    chosen = drawn(results)
    for name in names():
        if name not in chosen:
            _remove(name, folder)
    _ = results.standings, results.plies  # read once, for both processes
    with aside(partial(_save, chosen[::2], results, folder)):
        _save(chosen[1::2], results, folder)
    return chosen


def _save(chosen: Sequence[str], results: "Results", folder: Path) -> None:
    for name in chosen:
        with style():
            figure = draw(name, results)
            figure.savefig(folder / f"{name}.png", metadata={"Software": None})
            figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
        with style(narrow=True):
            draw(name, results).savefig(folder / narrow_file(name), metadata={"Date": None})


def narrow_file(name: str) -> str:
    """Return the name of the file that has a plot's narrow form."""
    return f"{name}{NARROW}.svg"


def _remove(name: str, folder: Path) -> None:
    """Remove the pictures that an earlier report has left of a plot that is drawn no more."""
    for file in (f"{name}.png", f"{name}.svg", narrow_file(name)):
        (folder / file).unlink(missing_ok=True)
