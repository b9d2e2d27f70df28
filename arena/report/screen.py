"""A game in a terminal while it is played: the board, and beside it the last moves with scores and depths."""

from collections import deque
from collections.abc import Sequence
from time import monotonic
from types import TracebackType

from rich.columns import Columns
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from world.api import World
from world.errors import printable
from world.record import Ply

MAX_ROWS = 10  # moves
INTERVAL = 1 / 15  # seconds between two drawings
MAX_CELL_LENGTH = 40


class Screen:
    """Draws a run ply by ply, at most fifteen times a second."""

    def __init__(self, world: World, names: Sequence[str]) -> None:
        self.world, self.names = world, names
        self.described: deque[tuple[str, ...]] = deque(maxlen=MAX_ROWS)
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

    def show(self, ply: Ply, move: str) -> None:
        """Add a ply; `move` is its action as people write it."""
        self.plies += 1
        thoughts = ply.thoughts or {}
        score = f"#{thoughts['mate']}" if thoughts.get("mate") else _pawns(thoughts.get("score"))
        depth = str(thoughts.get("depth", ""))
        cells = (str(self.plies), self.names[ply.seat], move, score, depth, f"{ply.seconds:.2f} s")
        self.described.append(tuple(printable(cell)[:MAX_CELL_LENGTH] for cell in cells))
        if monotonic() - self.drawn_at > INTERVAL:
            self._draw()

    def _draw(self) -> None:
        self.drawn_at = monotonic()
        table = Table(box=None, pad_edge=False, header_style="dim")
        for column in ("ply", "mind", "move", "score*", "depth", "time"):
            table.add_column(column, justify="left" if column in ("mind", "move") else "right")
        for row in self.described:
            table.add_row(*map(Text, row))
        heading = " – ".join(printable(name) for name in self.names)
        board = Text(self.world.gettext())
        note = Text("* in pawns, or # and moves to mate, for the mind to move", style="dim")
        screen = Group(Text(heading, style="bold"), Text(""), Columns([board, table], padding=(0, 6)), Text(""), note)
        self.live.update(screen, refresh=True)


def _pawns(score: object) -> str:
    """Return centipawns as pawns, with a sign."""
    return f"{score / 100:+.2f}" if isinstance(score, int | float) else ""
