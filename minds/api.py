"""What a mind is: a name and up to three methods, `newrun`, `getaction` and `endrun`."""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from minds.errors import AskError
from world.api import Ending, Reply, Run, Thoughts, quoted
from world.api import State as PlainState

if TYPE_CHECKING:
    from minds.board.move import Move
    from minds.board.position import Position


class Action(str):
    """What a mind does, as the World takes it: `Action("12,28")`. A plain string will do as well."""

    __slots__ = ()


class State(PlainState, frozen=True):
    """What a mind is asked about. `str(state)` is the World's text; all else is convenience."""

    @property
    def position(self) -> "Position":
        """The position of chess that the text means, with all that was played before it; parsed once."""
        known = self.__dict__.get("position")
        if known is None:
            if self.world not in ("", "chess"):
                raise ValueError(f"state.position is for chess; this is {self.world}, in state {quoted(self.text)}")
            from minds.recall import recall

            known = self.__dict__["position"] = recall(self)
        position: Position = known
        return position


Answer: TypeAlias = "Action | Move | str"
Asker: TypeAlias = Callable[[str, PlainState], Reply]


def nobody_to_ask(spec: str, state: PlainState) -> Reply:
    """A mind can ask others when it is in a run."""
    raise AskError(f"{spec} cannot be asked: no run has begun")


class Mind:
    """The base of all minds. Set a name, write `getaction`; the rest is there if you want it.

    Before `newrun` the arena sets `self.run` (seat, seed, budget, the opponent's name) and `self.rng`, a random
    generator seeded by the run: a mind that draws from it alone plays the same game again. What you put into
    `self.thoughts` (depth, nodes, score, pv) in `getaction` goes to the record, the PGN and the plots.
    """

    name: ClassVar[str] = ""
    run: Run = Run("", 0)
    rng: Random = Random(0)
    thoughts: Thoughts | None = None
    ending: Ending | None = None  # how the run ended, when `endrun` is called
    memory: str = ""  # what its last run's `endrun` returned, when `newrun` is called

    def newrun(self) -> None:
        """A run begins."""

    def getaction(self, state: State) -> Answer:
        """What to do in this state."""
        raise NotImplementedError(f"{type(self).__name__} has no getaction(self, state)")

    def endrun(self) -> str | None:
        """The run is over. A text that is returned, 64 KiB at most, is `self.memory` in the next run."""
        return None

    def stop(self) -> bool:
        """Asked from outside while `getaction` is under way: come to an end; whether that can be done."""
        return False

    def ask(self, spec: str, state: State) -> Reply:
        """What another mind would do in a state: `self.ask("minimax:depth=2", state).action`.

        It answers in a process of its own, and its time is taken from your clock. An AskError says why it cannot.
        """
        return self.asker(spec, state)

    asker: "Asker" = staticmethod(nobody_to_ask)  # set by whoever holds the mind
