"""The words with which a mind is written.

Each is loaded when it is first used, because the board brings Numba with it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minds.api import Action, Mind, State
    from minds.board.compiled import jit
    from minds.board.move import Move
    from minds.board.position import Position
    from minds.book.book import Book
    from minds.errors import (
        AskError,
        BookError,
        FenError,
        IllegalMove,
        MindsError,
        MoveError,
        NetworkError,
        ParameterError,
        SpecError,
        TrainingError,
        UnfitError,
    )

__all__ = [
    "Action",
    "AskError",
    "Book",
    "BookError",
    "FenError",
    "IllegalMove",
    "Mind",
    "MindsError",
    "Move",
    "MoveError",
    "NetworkError",
    "ParameterError",
    "Position",
    "SpecError",
    "State",
    "TrainingError",
    "UnfitError",
    "jit",
]

_MODULES = {"Action": "api", "Mind": "api", "State": "api"}
_MODULES |= {"Position": "board.position", "Move": "board.move", "jit": "board.compiled", "Book": "book.book"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'minds' has no attribute {name!r}")
    from importlib import import_module

    word = getattr(import_module(f"minds.{_MODULES.get(name, 'errors')}"), name)
    globals()[name] = word
    return word
