"""A game as it goes on, in a terminal: the board, and beside it the moves with what their minds tell."""

from collections import deque
from collections.abc import Sequence
from time import monotonic
from types import TracebackType

from rich.columns import Columns
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from arena.report.words import visible
from world.api import World
from world.record import Ply

SHOWN = 10  # moves
OFTEN = 1 / 15  # seconds between two pictures
LONGEST = 40  # letters of a name


class Screen:
    """Shows a run, ply by ply, without holding it up."""

    def __init__(self, world: World, names: Sequence[str]) -> None:
        self.world, self.names = world, names
        self.described: deque[tuple[str, ...]] = deque(maxlen=SHOWN)
        self.live = Live(console=Console(stderr=True), auto_refresh=False, transient=False)
        self.plies, self.drawn_at = 0, 0.0

    def __enter__(self) -> "Screen":
        self.live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._draw()
        self.live.stop()

    def show(self, ply: Ply, said: str) -> None:
        """One more ply, and what people call it."""
        self.plies += 1
        told = ply.thoughts or {}
        score = f"#{told['mate']}" if told.get("mate") else _pawns(told.get("score"))
        depth = str(told.get("depth", ""))
        cells = (str(self.plies), self.names[ply.seat], said, score, depth, f"{ply.seconds:.2f} s")
        self.described.append(tuple(visible(cell)[:LONGEST] for cell in cells))
        if monotonic() - self.drawn_at > OFTEN:
            self._draw()

    def _draw(self) -> None:
        self.drawn_at = monotonic()
        table = Table(box=None, pad_edge=False, header_style="dim")
        for column in ("ply", "mind", "move", "score*", "depth", "time"):
            table.add_column(column, justify="left" if column in ("mind", "move") else "right")
        for row in self.described:
            table.add_row(*map(Text, row))
        heading = " – ".join(visible(name) for name in self.names)
        board = Text(self.world.gettext())
        note = Text("* in pawns, or moves to mate, for the mind that thinks", style="dim")
        shown = Group(Text(heading, style="bold"), Text(""), Columns([board, table], padding=(0, 6)), Text(""), note)
        self.live.update(shown, refresh=True)


def _pawns(score: object) -> str:
    """Hundredths as pawns, with a sign."""
    return f"{score / 100:+.2f}" if isinstance(score, int | float) else ""
