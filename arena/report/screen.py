"""A game in a terminal while it is played, on the alternate screen; its last picture stays on the normal one."""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from time import monotonic
from types import TracebackType

from rich.cells import cell_len
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from arena.report.frame import MAX_ROWS, Frame
from arena.report.names import shortened
from arena.report.words import STARTING, players, verdict
from world.api import World
from world.errors import printable
from world.record import Ply, Record

INTERVAL = 1 / 15  # seconds between two drawings
REFRESHES = 4  # a second while a mind thinks: the seconds go on, and a resized terminal is drawn again
LINES_BELOW = 2  # the result and the shell's prompt


class Screen:
    """Draws a run ply by ply, at most fifteen times a second."""

    def __init__(self, world: World, names: Sequence[str]) -> None:
        self.world, self.players = world, players(world, list(map(shortened, names)))
        self.frame = Frame(tuple(map(printable, names)), " – ".join(self.players))  # replaced, never changed
        self.rows: deque[tuple[str, ...]] = deque(maxlen=MAX_ROWS)
        self.plies, self.drawn_at, self.asked_at = 0, 0.0, 0.0
        self.console = Console(stderr=True, highlight=False)
        self.live = Live(
            console=self.console,
            screen=True,
            get_renderable=self._draw,
            refresh_per_second=REFRESHES,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def __enter__(self) -> "Screen":
        self.console.print(STARTING)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        has_begun = self.live.is_started
        self.live.stop()
        if has_begun and kind is not None:
            self._print()

    def asks(self, seat: int) -> None:
        """Show who is to move. The first call begins to draw: what was printed before stays on the normal screen."""
        self.asked_at = monotonic()
        self.frame = replace(self.frame, board=self.world.gettext(), turn=f"{self.players[seat]} to move")
        if self.console.is_dumb_terminal:
            return
        if not self.live.is_started:
            self.live.start(refresh=True)
        elif self.asked_at - self.drawn_at > INTERVAL:
            self.live.refresh()

    def show(self, ply: Ply, move: str, words: str) -> None:
        """Add a ply; `move` is its action in the game's notation, `words` are the same in words after a name."""
        self.plies += 1
        thoughts = ply.thoughts or {}
        score = f"#{thoughts['mate']}" if thoughts.get("mate") else _pawns(thoughts.get("score"))
        cells = (self.frame.names[ply.seat], move, score, str(thoughts.get("depth", "")), f"{ply.seconds:.2f} s")
        self.rows.append((str(self.plies), *map(printable, cells)))
        last = printable(f"{self.players[ply.seat]} {words}")
        longest = max(self.frame.longest, cell_len(move))
        self.frame = replace(self.frame, rows=tuple(self.rows), longest=longest, last=last)

    def finish(self, record: Record) -> None:
        """Leave the alternate screen, and print the last picture and who has won."""
        self.live.stop()
        self.frame = replace(self.frame, board=self.world.gettext(), turn=verdict(record, self.players))
        self._print()

    def _draw(self) -> Group:
        """Return the present picture; the thread that refreshes it calls this, too."""
        self.drawn_at, frame = monotonic(), self.frame
        seconds = int(self.drawn_at - self.asked_at)
        frame = replace(frame, turn=f"{frame.turn}, {seconds} s") if seconds else frame
        width, height = self.console.size
        return Group(*frame.lines(width, height))

    def _print(self) -> None:
        """Print the picture without the blank lines that keep its parts in place."""
        width, height = self.console.size
        lines = self.frame.lines(width, height - LINES_BELOW)
        for before, line in pairwise([Text(""), *lines]):
            if line.plain.strip() or before.plain.strip():
                self.console.print(line)


def _pawns(score: object) -> str:
    """Return centipawns as pawns, with a sign."""
    return f"{score / 100:+.2f}" if isinstance(score, int | float) else ""
