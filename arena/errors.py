"""The errors of the arena, as one tree.

ArenaError
├── PlanError    a plan, or an option, that makes no sense
├── StoreError   a folder without a tournament, or one that cannot be read
├── EntrantError a mind that cannot be entered: its name, or its files
├── GameError    a game, or a ply of one, that a tournament does not have
├── RateError    games that cannot be rated
├── GamesError   games that no book of openings can be built of
├── BenchError   a mind that cannot be measured
├── AnalysisError moves that cannot be judged, or an engine that cannot judge them
├── CellError    a mind's process that cannot be started, for no fault of the mind
│   ├── JailError    a foreign mind that cannot be jailed here, and is not trusted
│   ├── BirthError   a mind's process that has failed to start again and again
│   └── KeeperError  a mind's process that was lost with its keeper
├── CourseError   a setting of a course, a person or a hand-in that is not acceptable
├── CrewError     workers elsewhere that cannot be reached, or do not answer as they should
├── NewMindError a name that a new mind cannot have
├── DropInError  a file of a format, a plot, … that lacks what every such file defines
└── ServeError   a server that cannot start, or cannot be joined
"""

from importlib import import_module
from typing import Any


class ArenaError(ValueError):
    """The base class of all errors of the arena."""


class PlanError(ArenaError):
    """A plan, or an option, makes no sense."""


class StoreError(ArenaError):
    """A folder holds no tournament, or one that cannot be read."""


class EntrantError(ArenaError):
    """A mind that cannot be entered: its name is taken, or its files are not acceptable."""


class GameError(ArenaError):
    """A tournament has no such game, or the game no such ply."""


class RateError(ArenaError):
    """Games cannot be rated."""


class GamesError(ArenaError):
    """A book of openings cannot be built of these games, or not be written."""


class BenchError(ArenaError):
    """A mind failed while it was measured, or does not report what is measured."""


class AnalysisError(ArenaError):
    """The moves of a tournament cannot be judged, or not by this engine."""


class CellError(ArenaError):
    """A mind's process cannot be started; the mind does not lose the game, which can be played again."""


class JailError(CellError):
    """A foreign mind cannot be jailed on this system, and is not trusted."""


class BirthError(CellError):
    """A mind's process has failed to start several times in a row; its game is void."""


class KeeperError(CellError):
    """The keeper of a mind's process was killed, and the process with it; its game is void and played again."""


class CrewError(ArenaError):
    """Workers cannot be reached, refuse, or do not answer as workers do."""


class CourseError(ArenaError):
    """A setting of a course, a person or a hand-in is not acceptable."""


class NewMindError(ArenaError):
    """A new mind cannot have this name, or something has it already."""


class DropInError(ArenaError):
    """A file of a format, a plot, a page or an attack lacks what every such file defines."""


class ServeError(ArenaError):
    """A server cannot start, or cannot be joined."""


def defined_in(module: str, word: str, example: str) -> Any:
    """Return what a drop-in file defines under a name; a DropInError names the file, the name, and a file to copy."""
    found = getattr(import_module(module), word, None)
    if found is None:
        raise DropInError(f"{module.replace('.', '/')}.py defines no {word}; see {example}")
    return found
