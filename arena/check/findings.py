"""The findings of an examination: answers with their cost, failures, games and remarks."""

from msgspec import Struct, field

from arena.report.words import cause
from world.api import Fault


class Answer(Struct, frozen=True):
    """A mind's legal answer to one position, and its cost."""

    number: int  # of the position, from 1
    name: str  # of the position, e.g. "promotion 1"
    state: str
    action: str
    seconds: float
    cpu: float
    price: float  # seconds charged to its clock
    memory: int  # bytes it held at that time


class Failure(Struct):
    """A fault that would forfeit a game, and the command that shows it again."""

    where: str
    fault: Fault
    command: str
    board: str = ""
    number: int = 0  # of the position, if it failed in one
    more: list[str] = field(default_factory=list)  # other places where it failed in the same way
    diagnosis: str = ""  # of a mind that was out of time: what it does with more time

    @property
    def cause(self) -> tuple[str, ...]:
        """The part that the same failure has in common in many positions."""
        return cause(self.fault.kind, self.fault.message, self.fault.traceback)


class Game(Struct, frozen=True):
    """A game that the mind played."""

    colour: str
    score: float
    ending: str
    plies: int


class Findings(Struct):
    """Everything that an examination found."""

    spec: str
    name: str
    description: str  # the first line of its docstring
    parameters: dict[str, str]
    budget: str
    limits: str
    layers: str = ""  # of its jail
    readable: str = ""  # files and folders that it can read in the jail
    ready: float = 0.0  # seconds of processor time for import and newrun
    positions: int = 0  # in all
    answers: list[Answer] = field(default_factory=list)
    repeated: int = 0  # answers that were asked for twice
    differing: int = 0  # of these, answers that differed
    keeps_state: bool = False  # True if they differ only because of what the mind keeps from game to game
    games: list[Game] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    seconds: float = 0.0
