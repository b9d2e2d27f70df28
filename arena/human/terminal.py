"""Questions to a person, and answers, in the terminal: prompts go to stderr, answers come from stdin."""

import sys
from collections.abc import Sequence
from types import TracebackType

from arena.human.person import HUMAN
from arena.report.names import shortened
from arena.report.words import STARTING, players, verdict
from world.api import World
from world.errors import printable
from world.record import Ply, Record

MAX_ANSWER_LENGTH = 1000


def say(text: str) -> None:
    """Print a text on stderr."""
    print(text, file=sys.stderr, flush=True)


def ask(prompt: str) -> str:
    """Return the next line of stdin. At the end of the input, the person resigns."""
    print(prompt, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline(MAX_ANSWER_LENGTH)
    if not line:
        say("\nthe input has ended, which counts as resigning")
        return "resign"
    return line


class OpponentMoves:
    """Prints the moves of the players that are not people, and the end of the game."""

    def __init__(self, world: World, names: Sequence[str]) -> None:
        self.world, self.players = world, players(world, list(map(shortened, names)))
        self.people = {seat for seat, name in enumerate(names) if name == HUMAN}
        self.last = ""

    def __enter__(self) -> "OpponentMoves":
        if sys.stderr.isatty() and len(self.people) < self.world.seats:
            say(STARTING)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None and sys.stderr.isatty():
            say("")  # ends the line of a question that was not answered

    def asks(self, seat: int) -> None:
        """Show in a terminal that a mind is to move; its move will cover the line."""
        if seat not in self.people and sys.stderr.isatty():
            print(f"\n{self.players[seat]} to move", end="", file=sys.stderr, flush=True)

    def show(self, ply: Ply, move: str, words: str) -> None:
        """Print a move, unless a person has made it."""
        self.last = printable(f"{self.players[ply.seat]} {words}")
        if ply.seat not in self.people:
            say(f"\r{self.last}" if sys.stderr.isatty() else f"\n{self.last}")

    def finish(self, record: Record) -> None:
        """Print the last board, the last move, and who has won."""
        say("\n".join(["", self.world.gettext(), "", *filter(None, [self.last]), verdict(record, self.players)]))
