"""What may go wrong in a world, as one tree.

WorldError
├── UnknownWorld    no world has this name
├── StartError      no run can begin here
├── BudgetError     these words are no budget
├── RecordError     this line is no record
├── IllegalAction   the state does not allow it: what was `sent`, what was `expected`
└── MindFailure     what a player raises that could not answer, with the `Fault` that says why
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from world.api import Fault

LONGEST_QUOTE: Final = 100


def quoted(text: object, longest: int = LONGEST_QUOTE) -> str:
    """What somebody sent us, safe to print: on one line, and not without end."""
    shown = repr(text)
    return shown if len(shown) <= longest else f"{shown[:longest]}… ({len(shown)} characters)"


def readable(text: str) -> str:
    """A text that can be written as UTF-8: halves of characters become question marks."""
    return text.encode("utf-8", "replace").decode()


class WorldError(ValueError):
    """The root of the tree."""


class UnknownWorld(WorldError):
    """A name that no world has."""


class StartError(WorldError):
    """A start from which no run can begin."""


class BudgetError(WorldError):
    """Words or numbers that are no budget."""


class RecordError(WorldError):
    """A text that is no record of a run."""


class IllegalAction(WorldError):
    """An action that the state does not allow."""

    def __init__(self, sent: object, expected: str) -> None:
        super().__init__(f"{quoted(sent)} is no action here; expected {expected}")
        self.sent, self.expected = sent, expected


class MindFailure(WorldError):
    """A player could not answer; run makes an Ending of it."""

    def __init__(self, fault: "Fault") -> None:
        super().__init__(f"{fault.kind}: {fault.message}")
        self.fault = fault
