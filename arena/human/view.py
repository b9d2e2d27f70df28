"""The view of one game: what shows it to people while it is played."""

from contextlib import AbstractContextManager
from typing import Any, Protocol

from world.record import Ply, Record


class View(AbstractContextManager[Any], Protocol):
    """Shows a game ply by ply, inside a `with` block."""

    def asks(self, seat: int) -> None:
        """Show who is to move."""
        ...

    def show(self, ply: Ply, move: str, words: str) -> None:
        """Show a ply; `move` is its action in the game's notation, `words` are the same in words after a name."""
        ...

    def finish(self, record: Record) -> None:
        """Show how the game ended."""
        ...
