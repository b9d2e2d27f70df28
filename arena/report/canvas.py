"""The parts that all plots share: figures in two widths, colours, titles and notes. Matplotlib is loaded late."""

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.store.queries import Results

INK, QUIET, LINE, BLUE, PALE = "#1d2126", "#565e66", "#d9d6ce", "#22618a", "#ffffff"
# A colour and a mark for each tier, then again from the first: neighbours differ in both, and in grey.
TIERS: Final = (
    ("#12385a", "o"),
    ("#c8791f", "s"),
    ("#5a2a6b", "D"),
    ("#3a9a8c", "^"),
    ("#7d1f2d", "v"),
    ("#4f8fc6", "P"),
)
WIDTH, NARROW_WIDTH, DOTS_PER_INCH = 8.0, 3.6, 130  # inches; the narrow form is for telephones
TITLE_HEIGHT, LINE_HEIGHT, AXIS_HEIGHT, EDGE = 0.36, 0.17, 0.52, 0.12  # inches
TITLE_SIZE, TEXT_SIZE, NOTE_SIZE = 11, 9, 8  # points
ENOUGH_GAMES = 30  # for medians and their bands
LETTERS_AN_INCH = 15  # of a note
POINTS = 72  # an inch


def always(_results: "Results") -> bool:
    """Return True: most plots can be drawn of any results."""
    return True


def has_opponents(results: "Results") -> bool:
    """Return True if minds met each other, False in a world with one seat."""
    return not results.is_solo


def say_nothing(_results: "Results") -> str:
    """Return no sentence."""
    return ""


@dataclass(frozen=True)
class Plot:
    """A picture of a tournament. A file in `plots/` defines one as PLOT; the file's name is the picture's."""

    title: str
    order: int  # on a page, lowest first
    draw: Callable[["Results"], "Figure"]
    applies: Callable[["Results"], bool] = always  # False if the results lack what it shows
    describe: Callable[["Results"], str] = say_nothing  # a sentence on what it shows, made from the figures
    min_games: int = 1  # with fewer it would show chance only
    is_table: bool = False  # True if pages show it as a table

    def missing(self, results: "Results") -> str:
        """Return why the picture is not drawn, as a sentence; "" if it is, or if the results lack what it shows."""
        if results.count >= self.min_games or not self.applies(results):
            return ""
        games = "1 game is" if results.count == 1 else f"{results.count} games are"
        return f"{games} too few for this picture, which needs {self.min_games}."

    def is_drawn(self, results: "Results") -> bool:
        """Return True if the results have what it shows, and enough of it."""
        return self.applies(results) and not self.missing(results)


def is_narrow() -> bool:
    """Return True while plots are drawn in the narrow form."""
    import matplotlib as mpl

    return bool(mpl.rcParams["figure.figsize"][0] <= NARROW_WIDTH)


def width() -> float:
    """Return the width of a figure in inches."""
    return NARROW_WIDTH if is_narrow() else WIDTH


def blank(height: float, wide: float = 0.0) -> "Figure":
    """Return an empty figure; sizes are in inches, and it is as wide as others unless a width is given."""
    from matplotlib.figure import Figure

    return Figure(figsize=(wide or width(), height), dpi=DOTS_PER_INCH)


def titled(title: str, height: float = 3.6, note: str = "", left: float = 0.72) -> "tuple[Figure, Any]":
    """Return a figure with one pair of axes, a title and a note below it; `left` is the room for labels in inches."""
    figure = blank(height)
    top = heading_height(note)
    axes = place(figure, left, AXIS_HEIGHT, figure.get_figwidth() - left - 2 * EDGE, height - top - AXIS_HEIGHT)
    head(figure, axes, title, note)
    return figure, axes


def place(figure: "Figure", left: float, bottom: float, wide: float, high: float) -> Any:
    """Return new axes at a place of the figure in inches, with nothing above and at the right of them."""
    across, up = figure.get_size_inches()
    axes = figure.add_axes((left / across, bottom / up, wide / across, high / up))
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(QUIET)
    axes.tick_params(color=QUIET, labelcolor=INK, labelsize=NOTE_SIZE)
    return axes


def heading_height(note: str, wide: float = 0.0) -> float:
    """Return the height of a title with its note, in inches."""
    return TITLE_HEIGHT + LINE_HEIGHT * len(_lines(note, wide or width())) + EDGE


def head(figure: "Figure", axes: Any, title: str, note: str) -> None:
    """Write a title over axes, and below it a note on what the marks mean; both begin at the figure's edge."""
    across, up = figure.get_size_inches()
    box, lines = axes.get_position(), _lines(note, across)
    above = up * (1 - box.y1) - TITLE_HEIGHT + EDGE  # from the axes to the title, in inches
    text = axes.set_title(title, loc="left", fontsize=TITLE_SIZE, color=INK, pad=POINTS * above, y=1.0)
    text.set_x((EDGE / across - box.x0) / box.width)
    for number, line in enumerate(lines):
        y = 1 - (TITLE_HEIGHT + LINE_HEIGHT * number) / up
        figure.text(EDGE / across, y, line, fontsize=NOTE_SIZE, color=QUIET, va="top")


def _lines(note: str, wide: float) -> list[str]:
    return wrap(note, int(LETTERS_AN_INCH * (wide - 2 * EDGE)))


def text_width(text: str, size: float) -> float:
    """Return the width of a text in inches."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    points, _, _ = text_to_path.get_text_width_height_descent(text, FontProperties(size=size), ismath=False)
    return float(points) / POINTS
