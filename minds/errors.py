"""The errors of minds, as one tree.

MindsError
├── FenError          a text is not a position, or one that no game can reach
├── MoveError         a text is not a move
│   └── IllegalMove   it is a move, but not a legal one here
├── SpecError         a text does not name a mind
│   └── ParameterError  it does, but not with these parameters
├── UnfitError        a mind cannot play in a world
├── AskError          another mind cannot be asked
├── BookError         a file is not a book of openings
├── NetworkError      a file, or an array of weights, is not a network
└── TrainingError     a network cannot be trained from this, or in this way
"""

from world.api import printable as printable
from world.api import quoted as quoted


class MindsError(ValueError):
    """The root of the tree."""


class FenError(MindsError):
    """A FEN's `field` holds `found` where something else was `expected`."""

    def __init__(self, field: str, found: object, expected: str) -> None:
        super().__init__(f"FEN, {field}: {quoted(found)}; expected {expected}")
        self.field, self.found, self.expected = field, found, expected

    def __reduce__(self) -> tuple[type, tuple[str, object, str]]:
        return type(self), (self.field, self.found, self.expected)


class MoveError(MindsError):
    """A text is not a move."""


class IllegalMove(MoveError):
    """A move is not legal in this position."""


class AskError(MindsError):
    """Another mind cannot be asked, or has not answered."""


class BookError(MindsError):
    """A file is not a book of openings."""


class NetworkError(MindsError):
    """A file is not a network, or its weights could overflow."""


class TrainingError(MindsError):
    """A network cannot be trained from these games, or with these settings."""


class SpecError(MindsError):
    """A text does not name a mind."""


class ParameterError(SpecError):
    """A mind does not have this parameter, or does not take this value for it."""


class UnfitError(MindsError):
    """A mind cannot play in a world: the world does not offer what the mind needs."""
