"""What may go wrong for a mind, as one tree.

MindsError
├── FenError        a text is no position, or one that no game can reach
└── MoveError       a text is no move
    └── IllegalMove it is one, but not here
"""

from typing import Final

LONGEST_QUOTE: Final = 100


def quoted(text: object) -> str:
    """What somebody sent us, safe to print: on one line, and not without end."""
    shown = repr(text)
    return shown if len(shown) <= LONGEST_QUOTE else f"{shown[:LONGEST_QUOTE]}… ({len(shown)} characters)"


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
