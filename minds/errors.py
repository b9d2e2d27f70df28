"""What may go wrong for a mind, as one tree.

MindsError
├── FenError          a text is no position, or one that no game can reach
├── MoveError         a text is no move
│   └── IllegalMove   it is one, but not here
├── SpecError         a text names no mind
│   └── ParameterError  it does, but not with these parameters
└── AskError          another mind cannot be asked
"""

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
    """A text that is no move."""


class IllegalMove(MoveError):
    """A move that the position does not allow."""


class AskError(MindsError):
    """Another mind cannot be asked, or has not answered."""


class SpecError(MindsError):
    """A text that names no mind."""


class ParameterError(SpecError):
    """A parameter that a mind does not have, or not with this value."""
