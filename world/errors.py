"""The errors that worlds and runs raise.

WorldError
├── UnknownWorld    no world has this name
├── StartError      no run can begin from this start
├── BudgetError     the budget is malformed or out of range
├── RecordError     the text is not a record of a run
├── IllegalAction   the state does not allow the action; `sent` and `expected` say more
└── MindFailure     a player could not answer; its `fault` says why
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from world.api import Fault

MAX_QUOTE_LENGTH: Final = 100


def quoted(text: object, most: int = MAX_QUOTE_LENGTH) -> str:
    """Return a value's repr, safe to print: on one line and shortened to `most` characters."""
    full = repr(text)
    return full if len(full) <= most else f"{full[:most]}… ({len(full)} characters)"


def readable(text: str) -> str:
    """Return a text that can be written as UTF-8: lone surrogates become question marks."""
    return text.encode("utf-8", "replace").decode()


def printable(text: str) -> str:
    """Return a text that is safe to print on one line: what could control a terminal becomes "?"."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


class WorldError(ValueError):
    """The base class of all errors of worlds and runs."""


class UnknownWorld(WorldError):
    """No world has this name."""


class StartError(WorldError):
    """No run can begin from this start."""


class BudgetError(WorldError):
    """The budget is malformed or out of range."""


class RecordError(WorldError):
    """The text is not a record of a run."""


class IllegalAction(WorldError):
    """The state does not allow this action, for a `reason` if one can be given.

    An action that people know under another name is called by that: e2e5 ("12,36").
    """

    def __init__(self, sent: object, expected: str, reason: str = "", name: str = "") -> None:
        because = f": {reason}" if reason else ""
        known = f'{name} ("{sent}") is illegal{because}'
        super().__init__(known if name else f"{quoted(sent)} is no action here{because}; expected {expected}")
        self.sent, self.expected = sent, expected


class MindFailure(WorldError):
    """A player could not answer; the run ends with its forfeit."""

    def __init__(self, fault: "Fault") -> None:
        super().__init__(f"{fault.kind}: {fault.message}")
        self.fault = fault
