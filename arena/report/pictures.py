"""The pictures of a report, drawn one by one in a notebook: `arena.load(DIR).plot.ratings()`."""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING

from arena.report import plots

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.queries import Results


@dataclass(frozen=True, repr=False)
class Pictures:
    """The pictures of a tournament, a method for each plot of the report that the results have."""

    results: "Results"

    def __dir__(self) -> list[str]:
        return self._names()

    def _names(self) -> list[str]:
        """Return the names of the plots that the results have, in the order of a page."""
        return plots.drawn(self.results)

    def __repr__(self) -> str:
        return "\n".join(f"plot.{name}()  {plots.title(name)}" for name in self._names())

    def __getattr__(self, name: str) -> "Callable[[], Figure]":
        if name.startswith("_"):  # asked for by notebooks
            raise AttributeError(name)
        if name not in plots.names():
            close = get_close_matches(name, plots.names(), 1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise AttributeError(f"no plot {name!r}; expected one of {', '.join(self._names())}{hint}")
        if not plots.find(name).applies(self.results):
            raise AttributeError(f"these results lack what {name!r} shows; expected one of {', '.join(self._names())}")
        if missing := plots.find(name).missing(self.results):
            raise AttributeError(f"no plot {name!r}: {missing} Expected one of {', '.join(self._names())}")
        draw = partial(_draw, name, self.results)
        draw.__doc__ = f"{plots.title(name)}: return the picture as a figure of matplotlib."
        return draw


def _draw(name: str, results: "Results") -> "Figure":
    """Return a plot as the report draws it, which a notebook can show."""
    with plots.style():
        figure = plots.draw(name, results)
        figure.draw_without_rendering()  # places everything while the report's style holds
    figure._repr_png_ = partial(_png, figure)  # type: ignore[attr-defined]  # a notebook shows it without pyplot
    return figure


def _png(figure: "Figure") -> bytes:
    file = BytesIO()
    figure.savefig(file, format="png")
    return file.getvalue()
