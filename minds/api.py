"""The contract of a mind: a name, what it needs of a world, and up to three methods."""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from minds import games
from minds.errors import AskError
from minds.methods import missing_getaction, own_names
from world.api import Ending, Reply, Run, Thoughts
from world.api import State as PlainState

if TYPE_CHECKING:
    from minds.board.move import Move
    from minds.board.position import Position


class Action(str):
    """An action as the World takes it: `Action("12,28")`. A plain string will do as well."""

    __slots__ = ()


class State(PlainState, frozen=True):
    """A state in which a mind is to act. `str(state)` is the World's text."""

    @property
    def position(self) -> "Position":
        """The position of chess in this state, with the moves that led to it; parsed once.

        In a world without one this raises an UnfitError.
        """
        known = self.__dict__.get("position")
        if known is None:
            known = self.__dict__["position"] = games.position_of(self)
        position: Position = known
        return position


Answer: TypeAlias = "Action | Move | str"
Asker: TypeAlias = Callable[[str, PlainState], Reply]
Needs: TypeAlias = Literal["position", "game", "problem"]


def ask_outside_a_run(spec: str, state: PlainState) -> Reply:
    """Raise an AskError: a mind can ask others only during a run."""
    raise AskError(f"{spec} cannot be asked: no run has begun")


class Mind:
    """The base class of all minds: set a name, write `getaction`; the rest is optional.

    `needs` says which worlds the mind can play in: those with the "position" of chess, with a "game" to search, with a
    "problem" of finding a way; or, with None, every world, because the state and its actions are enough. It is read
    from the source, without running it. Undeclared, the mind is let into every world.

    Before `newrun` the arena sets `self.run` (seat, seed, budget, the opponent's name) and `self.rng`, a random
    generator seeded by the run: a mind that draws from nothing else plays the same game again. `self.thoughts`, if
    set in `getaction` (depth, nodes, score, pv), goes to the record, the PGN and the plots.
    """

    name: ClassVar[str] = ""
    needs: ClassVar[Needs | None] = None
    by_default: ClassVar[bool] = True  # False keeps it out of tournaments that name no minds
    asks: ClassVar[str] = ""  # its parameter that lists minds it asks, joined by "+": it needs what they need
    run: Run = Run("", 0)
    rng: Random = Random(0)
    thoughts: Thoughts | None = None
    ending: Ending | None = None  # how the run ended; set before `endrun`
    memory: str = ""  # the text that the last run's `endrun` returned; set before `newrun`

    def newrun(self) -> None:
        """Prepare for a run that begins now."""

    def getaction(self, state: State) -> Answer:
        """Return the action to take in this state."""
        # No abstract method, since Python's own message about those does not name the likely misspelling.
        raise NotImplementedError(missing_getaction(type(self).__name__, own_names(type(self), Mind)))

    def endrun(self) -> str | None:
        """Finish the run. A text that is returned, 64 KiB at most, is `self.memory` in the next run."""
        return None

    def stop(self) -> bool:
        """Make `getaction`, running in another thread, return soon; return True if that is possible."""
        return False

    def ask(self, spec: str, state: State) -> Reply:
        """Return what another mind would do in a state: `self.ask("minimax:depth=2", state).action`.

        It answers in a process of its own, and its time is taken from your clock. An AskError says why it cannot.
        """
        return self.asker(spec, state)

    asker: "Asker" = staticmethod(ask_outside_a_run)  # replaced by the player that runs the mind
