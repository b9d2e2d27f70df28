"""Who plays: all that a student needs to write a mind.

Nothing here is loaded before it is used: the board brings Numba with it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minds.api import Action, Mind, State
    from minds.board.compiled import jit
    from minds.board.move import Move
    from minds.board.position import Position
    from minds.errors import AskError, FenError, IllegalMove, MindsError, MoveError, SpecError

__all__ = [
    "Action",
    "AskError",
    "FenError",
    "IllegalMove",
    "Mind",
    "MindsError",
    "Move",
    "MoveError",
    "Position",
    "SpecError",
    "State",
    "jit",
]

_HOMES = {"Action": "api", "Mind": "api", "State": "api"}
_HOMES |= {"Position": "board.position", "Move": "board.move", "jit": "board.compiled"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'minds' has no attribute {name!r}")
    from importlib import import_module

    word = getattr(import_module(f"minds.{_HOMES.get(name, 'errors')}"), name)
    globals()[name] = word
    return word
