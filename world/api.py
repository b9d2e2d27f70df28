"""The contract: what a World is, what a player is told, what it answers, and how a run ends."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeAlias

from msgspec import Struct

from world.budget import UNLIMITED as UNLIMITED
from world.budget import Budget as Budget
from world.errors import IllegalAction as IllegalAction
from world.errors import MindFailure as MindFailure
from world.errors import quoted as quoted
from world.errors import readable as readable
from world.grid import Grid as Grid

if TYPE_CHECKING:
    from world.record import Record

# What a mind cares to tell of its thinking; the usual names are depth, nodes, score (hundredths of a pawn, or whatever
# the world counts in, for the one who thinks), mate (moves to it) and pv (the line of actions it expects).
Thoughts: TypeAlias = dict[str, Any]
FaultKind: TypeAlias = Literal["illegal", "crash", "time", "memory", "protocol", "resigned"]


class Fault(Struct, frozen=True, omit_defaults=True):
    """What a mind did wrong, with all that is needed to explain it."""

    kind: FaultKind
    message: str
    seat: int = 0
    call: str = "getaction"  # or newrun, endrun
    state: str = ""  # what it was asked about
    reply: str = ""  # what it said, raw
    traceback: str = ""
    log: str = ""  # the end of what it printed
    seconds: float = 0.0
    budget: Budget = UNLIMITED


class Ending(Struct, frozen=True, omit_defaults=True):
    """Why a run is over, and what each seat has won."""

    kind: str  # "checkmate", "forfeit", … : the world's own words, and forfeit, max plies, adjudication
    result: tuple[float, ...]
    fault: Fault | None = None


MAX_ACTIONS_NAMED = 12  # in the message about an action that is none of them


class World(ABC):
    """A place where minds act in turn. The verbs are the World-Wide-Mind's.

    Seats are numbered from 0. A score is what a seat has earned so far; when a run of two seats has ended,
    their scores sum up to 1.
    """

    name: ClassVar[str]
    seats: ClassVar[int]  # 1 or 2
    version: ClassVar[int] = 1  # counts up when the same actions would no longer give the same run
    alternates: ClassVar[bool] = True  # whether the seats always act in turn
    tells_actions: ClassVar[bool] = True  # whether a state comes with all that may be done, for minds without rules
    tells_history: ClassVar[bool] = (
        True  # whether it comes with all that was done: in runs of thousands too much to tell
    )
    colours: ClassVar[tuple[str, ...]] = ("first", "second")  # what the seats are called

    @abstractmethod
    def newrun(self, start: str = "", seed: int = 0) -> None:
        """Begin again, at the usual start or at this one; a StartError if no run can begin there."""

    @abstractmethod
    def getstate(self) -> str:
        """The present state, on one line."""

    @abstractmethod
    def turn(self) -> int:
        """The seat that acts next."""

    @abstractmethod
    def actions(self) -> list[str]:
        """All that may be done now; nothing when the run is over."""

    @abstractmethod
    def takeaction(self, action: str) -> None:
        """Do it, or raise IllegalAction and change nothing."""

    @abstractmethod
    def ending(self) -> Ending | None:
        """How the run ended; None while it goes on."""

    @abstractmethod
    def getscore(self) -> tuple[float, ...]:
        """What each seat has earned so far."""

    @abstractmethod
    def getimage(self) -> str:
        """An SVG of the present state."""

    def hear(self, thoughts: Thoughts | None) -> None:  # noqa: B027
        """What a mind told with the action just taken. A world may show it in its image; nothing else comes of it."""

    # How people see it. A world may do better than this.

    def getview(self, seat: int) -> str:
        """The picture as a seat sees it; one that all see alike will do."""
        return self.getimage()

    def getgrid(self, seat: int = 0) -> Grid | None:
        """Where to point in a seat's view to act; None if the actions are better listed by their names."""
        return None

    def gettext(self) -> str:
        """The present state as people like to see it in a terminal."""
        return self.getstate()

    def describe(self, action: str) -> str:
        """A legal action in the words of those who know the game (chess: "Nf3")."""
        return action

    def understand(self, text: str) -> str:
        """The action that a person means by what they typed, or IllegalAction."""
        action, actions = text.strip(), self.actions()
        if action in actions:
            return action
        more = f" … ({len(actions)} in all)" if len(actions) > MAX_ACTIONS_NAMED else ""
        raise IllegalAction(action, f"one of {' '.join(actions[:MAX_ACTIONS_NAMED])}{more}")

    @classmethod
    def openings(cls, text: str | None = None) -> list["Opening"]:
        """Where runs may begin: the house's own set, or what a text names, one start a line."""
        starts = [line.strip() for line in text.splitlines()] if text is not None else [""]
        return [Opening(start, start) for start in dict.fromkeys(starts) if start or text is None]

    @classmethod
    def trials(cls) -> list["Opening"]:
        """States that a new mind should be asked about before it is let into a tournament, each begun with seed 0."""
        from world.trials import random_trials

        return random_trials(cls)

    @classmethod
    def getrecord(cls, record: "Record") -> str:
        """A run as a text that those who know the game can read (chess: PGN)."""
        score = ":".join(f"{part:g}" for part in record.ending.result)
        heading = f"{record.world}: {' – '.join(record.minds)}"
        return "\n".join([heading, record.start, *record.actions, f"{record.ending.kind} {score}", "", ""])


class Opening(Struct, frozen=True, omit_defaults=True):
    """Where a run begins: a start, and actions taken before anybody is asked."""

    name: str = ""
    start: str = ""
    actions: tuple[str, ...] = ()


class Run(Struct, frozen=True, omit_defaults=True):
    """What a player is told when a run begins."""

    world: str
    seat: int
    seed: int = 0
    budget: Budget = UNLIMITED
    opponent: str = ""
    start: str = ""  # the state in which the history begins
    memory: str = ""  # what its last run's `endrun` gave to be remembered


class State(Struct, frozen=True, dict=True):
    """What a player is asked about: a text, and what surrounds it."""

    text: str
    world: str = ""
    seat: int = 0
    budget: Budget = UNLIMITED  # what may be spent now
    history: tuple[str, ...] = ()  # the actions so far
    start: str = ""  # the state they began from
    actions: tuple[str, ...] = ()  # what may be done, where the world tells it, or somebody wants one of some

    def __str__(self) -> str:
        return self.text


class Asked(Struct, frozen=True):
    """What a player asked of another while it was thinking."""

    spec: str
    action: str  # what the other would do; nothing if it failed
    seconds: float  # of its time, which the asker pays


class Reply(Struct, frozen=True):
    """A player's answer: an action, what it cares to tell, and the time it took by whoever measured it."""

    action: str
    seconds: float
    thoughts: Thoughts | None = None
    cpu: float = 0.0  # the processor's time, where it was measured
    charged: float | None = None  # what its clock has to pay, where that is not the seconds that went by
    asked: tuple[Asked, ...] = ()

    @property
    def price(self) -> float:
        """What its clock has to pay."""
        return self.seconds if self.charged is None else self.charged


class Player(Protocol):
    """What sits on a seat: a mind, a process, a person. Whoever cannot answer raises MindFailure.

    What `endrun` returns is told to the same player when its next run begins.
    """

    @property
    def name(self) -> str: ...

    def newrun(self, run: Run) -> None: ...

    def getaction(self, state: State) -> Reply: ...

    def endrun(self, ending: Ending) -> str | None: ...
