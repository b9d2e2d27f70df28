"""What may go wrong in the arena, as one tree.

ArenaError
├── PlanError    a plan, or an option, that makes no sense
├── StoreError   a folder that holds no tournament, or one that cannot be read
├── GameError    a game, or a ply of it, that a tournament does not have
├── RateError    games that cannot be rated
├── BenchError   a mind that cannot be measured
├── CellError    a mind's process cannot be made, which is no fault of the mind
│   └── JailError  it cannot be jailed here, and is not trusted
├── NewMindError a name that a new mind cannot have
└── ServeError   nothing can be served, or joined
"""


class ArenaError(ValueError):
    """The root of the tree."""


class PlanError(ArenaError):
    """A plan that makes no sense."""


class StoreError(ArenaError):
    """A folder that holds no tournament, or not one of ours."""


class GameError(ArenaError):
    """A game, or something in it, that a tournament does not have."""


class RateError(ArenaError):
    """Games that cannot be rated."""


class BenchError(ArenaError):
    """A mind that fails when it is measured, or does not tell what is to be measured."""


class CellError(ArenaError):
    """A mind's process cannot be made: the game is not lost by it, and can be played again."""


class JailError(CellError):
    """A mind of somebody else's that cannot be jailed here, and is not trusted."""


class NewMindError(ArenaError):
    """A name that a new mind cannot have, or that something has already."""


class ServeError(ArenaError):
    """A server that cannot begin, or cannot be joined."""
