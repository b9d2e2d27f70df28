"""The contract between worlds and players: World, Run, State, Reply, Ending, and what a Player does."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeAlias

from msgspec import Struct

from world.budget import UNLIMITED as UNLIMITED
from world.budget import Budget as Budget
from world.errors import IllegalAction as IllegalAction
from world.errors import MindFailure as MindFailure
from world.errors import RecordError as RecordError
from world.errors import printable as printable
from world.errors import quoted as quoted
from world.errors import readable as readable
from world.grid import Grid as Grid
from world.installed import entry_points as entry_points
from world.trials import random_trials

if TYPE_CHECKING:
    from world.record import Record

# What a mind reports of its thinking. The usual names are depth, nodes, score (for the mind itself, in hundredths of a
# pawn or the world's unit), mate (moves to it) and pv (the line of actions it expects).
Thoughts: TypeAlias = dict[str, Any]
FaultKind: TypeAlias = Literal["illegal", "crash", "time", "memory", "protocol", "resigned"]


class Fault(Struct, frozen=True, omit_defaults=True, gc=False):
    """A mind's fault, with all that is needed to explain it."""

    kind: FaultKind
    message: str
    seat: int = 0
    call: str = "getaction"  # or newrun, endrun
    state: str = ""  # the text of the state it was asked about
    reply: str = ""  # its reply, unread
    traceback: str = ""
    log: str = ""  # the end of what it printed
    seconds: float = 0.0
    budget: Budget = UNLIMITED


class Ending(Struct, frozen=True, omit_defaults=True, gc=False):
    """The end of a run: its kind, and the score of each seat."""

    kind: str  # a word of the world's, such as "checkmate", or "forfeit", "max plies", "adjudication"
    result: tuple[float, ...]
    fault: Fault | None = None


MAX_ACTIONS_NAMED = 12  # in the message about an action that is none of them


class World(ABC):
    """A place where minds act in turn, with the verbs of the World-Wide-Mind.

    Seats are numbered from 0. When a run of two seats has ended, their scores add up to 1.
    """

    name: ClassVar[str]
    seats: ClassVar[int]  # 1 or 2
    version: ClassVar[int] = 1  # goes up when the same actions no longer give the same run
    alternates: ClassVar[bool] = True  # True if the seats always act in turn
    tells_actions: ClassVar[bool] = True  # True if a state comes with all legal actions
    tells_history: ClassVar[bool] = True  # True if a state comes with all actions so far; False for runs of thousands
    colours: ClassVar[tuple[str, ...]] = ("first", "second")  # the names of the seats

    @abstractmethod
    def newrun(self, start: str = "", seed: int = 0) -> None:
        """Begin a run at the given or the usual start; raise StartError if no run can begin there."""

    @abstractmethod
    def getstate(self) -> str:
        """Return the present state, on one line."""

    @abstractmethod
    def turn(self) -> int:
        """Return the seat that acts next."""

    @abstractmethod
    def actions(self) -> list[str]:
        """Return the legal actions; none when the run is over."""

    @abstractmethod
    def takeaction(self, action: str) -> None:
        """Take an action, or raise IllegalAction and change nothing."""

    @abstractmethod
    def ending(self) -> Ending | None:
        """Return how the run ended; None while it goes on."""

    @abstractmethod
    def getscore(self) -> tuple[float, ...]:
        """Return the score of each seat so far."""

    @abstractmethod
    def getimage(self) -> str:
        """Return an SVG of the present state."""

    def hear(self, thoughts: Thoughts | None) -> None:  # noqa: B027
        """Take the thoughts that came with the last action; a world may show them in its image, and nothing else."""

    # For people. A world may do better than these.

    def getview(self, seat: int) -> str:
        """Return the picture as a seat sees it."""
        return self.getimage()

    def getgrid(self, seat: int = 0) -> Grid | None:
        """Return the fields to click in a seat's view; None if actions are chosen from a list."""
        return None

    def gettext(self) -> str:
        """Return the present state for a terminal."""
        return self.getstate()

    def describe(self, action: str) -> str:
        """Return a legal action in the game's own notation (chess: "Nf3")."""
        return action

    def phrase(self, action: str) -> str:
        """Return a legal action as words after a name (chess: "plays Nf3: the knight from g1 to f3")."""
        return f"plays {self.describe(action)}"

    def understand(self, text: str) -> str:
        """Return the action that a person has typed, or raise IllegalAction."""
        action, actions = text.strip(), self.actions()
        if action in actions:
            return action
        more = f" … ({len(actions)} in all)" if len(actions) > MAX_ACTIONS_NAMED else ""
        raise IllegalAction(action, f"one of {' '.join(actions[:MAX_ACTIONS_NAMED])}{more}")

    @classmethod
    def openings(cls, text: str | None = None) -> list["Opening"]:
        """Return the world's own openings, or those in a text, one start a line."""
        starts = [line.strip() for line in text.splitlines()] if text is not None else [""]
        return [Opening(start, start) for start in dict.fromkeys(starts) if start or text is None]

    @classmethod
    def trials(cls) -> list["Opening"]:
        """Return the states that `arena check` asks a new mind about, each begun with seed 0."""
        return [Opening(name, start, actions) for name, start, actions in random_trials(cls)]

    def playon(self) -> None:  # noqa: B027
        """Take back an ending that elsewhere has to be claimed by a player; runs from there may go on after it."""

    @classmethod
    def readrecord(cls, text: str) -> "Record":
        """Return the run that a text in the game's own format holds; raise RecordError if it cannot be played."""
        raise RecordError(f"runs of {cls.name} cannot be read from texts")

    @classmethod
    def getrecord(cls, record: "Record") -> str:
        """Return a run in the game's own format (chess: PGN)."""
        score = ":".join(f"{part:g}" for part in record.ending.result)
        heading = f"{record.world}: {' – '.join(record.minds)}"
        return "\n".join([heading, record.start, *record.actions, f"{record.ending.kind} {score}", "", ""])


class Opening(Struct, frozen=True, omit_defaults=True, gc=False):
    """An opening: a start, and the actions taken before any player is asked."""

    name: str = ""
    start: str = ""
    actions: tuple[str, ...] = ()


class Run(Struct, frozen=True, omit_defaults=True):
    """A run that begins, as one player sees it."""

    world: str
    seat: int
    seed: int = 0
    budget: Budget = UNLIMITED
    opponent: str = ""
    start: str = ""  # the state in which the history begins
    memory: str = ""  # the text that its `endrun` returned in its last run


class State(Struct, frozen=True, dict=True):
    """A state in which a player is asked for an action: the world's text, and what belongs to it."""

    text: str
    world: str = ""
    seat: int = 0
    budget: Budget = UNLIMITED  # what may be spent now
    history: tuple[str, ...] = ()  # the actions so far
    start: str = ""  # the text of the state in which the history begins
    actions: tuple[str, ...] = ()  # the legal actions if the world lists them, or those to choose from

    def __str__(self) -> str:
        return self.text


class Asked(Struct, frozen=True, gc=False):
    """A question that a player asked another mind while it was thinking."""

    spec: str
    action: str  # the answer; empty if the other mind failed
    seconds: float  # that the answer took, paid by the player that asked


class Reply(Struct, frozen=True):
    """A player's answer: an action, its thoughts, and the time it took."""

    action: str
    seconds: float
    thoughts: Thoughts | None = None
    cpu: float = 0.0  # seconds of processor time, where it was measured
    charged: float | None = None  # seconds that its clock pays, if not the `seconds`
    asked: tuple[Asked, ...] = ()

    @property
    def price(self) -> float:
        """Seconds that the player's clock pays."""
        return self.seconds if self.charged is None else self.charged


class Player(Protocol):
    """A player on a seat: a mind, a process or a person. It raises MindFailure if it cannot answer.

    The text that `endrun` returns is the `memory` of the player's next run.
    """

    @property
    def name(self) -> str: ...

    def newrun(self, run: Run) -> None: ...

    def getaction(self, state: State) -> Reply: ...

    def endrun(self, ending: Ending) -> str | None: ...
