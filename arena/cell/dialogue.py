"""Dialogues: the language that a cell speaks with its process."""

from collections.abc import Callable
from typing import NoReturn, Protocol

from arena.cell.patience import Patience
from world.api import Ending, FaultKind, Run, State, Thoughts
from world.wire import Ask, Message

Answered = tuple[str, Thoughts | None]  # an action, and the thoughts that came with it
Consult = Callable[[Ask], Message]  # asks another mind


class BrokenDialogue(Exception):
    """The process has said something that breaks its language, or an action that cannot be one."""

    def __init__(self, kind: FaultKind, message: str, said: bytes = b"") -> None:
        super().__init__(message)
        self.kind, self.said = kind, said


class Dialogue(Protocol):
    """A conversation with one process. A ProcessError or a BrokenDialogue ends it."""

    def newrun(self, run: Run, patience: Patience) -> None:
        """Begin a run."""

    def getaction(self, state: State, patience: Patience, consult: Consult) -> Answered:
        """Return the answer to a state; `consult` asks other minds for the mind."""

    def endrun(self, ending: Ending, patience: Patience) -> str | None:
        """End the run; return a text to be remembered until the next one."""

    def bid_farewell(self) -> None:
        """Tell the process that it is not needed any more, if its language has a word for that."""


def broken(kind: FaultKind, message: str, said: bytes = b"") -> NoReturn:
    """Raise a BrokenDialogue."""
    raise BrokenDialogue(kind, message, said)
