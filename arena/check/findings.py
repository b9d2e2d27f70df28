"""What an examination finds: answers with their cost, what is refused, and what is only remarked."""

from msgspec import Struct, field

from world.api import Fault


class Answer(Struct, frozen=True):
    """What a mind said of a state, and what that cost."""

    number: int  # of the state among all, from 1
    name: str  # what kind of state it is
    state: str
    action: str
    seconds: float
    cpu: float
    price: float  # of its clock
    memory: int  # bytes that it had taken then


class Refusal(Struct, frozen=True):
    """Why a mind cannot play in a tournament: with what it was asked, and the command that shows it again."""

    where: str
    fault: Fault
    again: str
    board: str = ""


class Game(Struct, frozen=True):
    """A game that it played."""

    colour: str
    score: float
    ending: str
    plies: int


class Findings(Struct):
    """All that was found, in the order of looking."""

    spec: str
    name: str
    says: str
    parameters: dict[str, str]
    budget: str
    limits: str
    layers: str = ""
    sees: str = ""
    ready: float = 0.0  # seconds from the order to the first answer
    states: int = 0  # that there are
    answers: list[Answer] = field(default_factory=list)
    repeated: int = 0  # answers that were asked for again …
    differing: int = 0  # … and of those, how many were others
    games: list[Game] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    seconds: float = 0.0
