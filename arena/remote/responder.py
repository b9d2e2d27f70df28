"""The far end of the wire with a network between: a mind here, in a cell, answers the lines that come from there."""

from collections.abc import Sequence

import msgspec

from minds.host import Question, Told, in_bounds
from world.api import Ending, Fault, MindFailure, Player, Run, State

ENCODE = msgspec.json.encode
LONGEST_THOUGHTS = 3000


class Guest:
    """A player who is told everything by lines, and answers by lines."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.run: Run | None = None  # the one that the player is in
        self.told: Told | None = None  # how it has ended
        self.last: tuple[State, str] | None = None  # the newest question of this run, and its answer
        self.memory = ""

    def hear(self, line: str) -> str | None:
        """The line that answers a line; nothing if it asks nothing."""
        word, *fields = line.split("\t")
        if not fields or word == "error":
            return None
        try:
            answer = self._answer(*fields)
        except MindFailure as failure:
            answer = f"error\t{in_bounds(failure.fault).decode()}"
        except (msgspec.MsgspecError, IndexError, TypeError, ValueError) as problem:
            answer = f"error\t{in_bounds(Fault('protocol', f'what was asked cannot be read: {problem}')).decode()}"
        return f"{word}\t{answer}"

    def _answer(self, verb: str, *fields: str) -> str:
        if verb == "newrun":
            return self._newrun(msgspec.json.decode(fields[0], type=Run))
        if verb == "getaction":
            return self._getaction(*fields)
        if verb == "endrun":
            return self._endrun(msgspec.json.decode(fields[0], type=Told))
        raise ValueError(f"no verb {verb!r}")

    def _newrun(self, run: Run) -> str:
        """Who has only been cut off goes on with the run that it is in."""
        if self.run is None or not _is_same(run, self.run):
            if self.run is not None:
                self.player.endrun(Ending("interrupted", (0.0, 0.0)))
            self.player.newrun(msgspec.structs.replace(run, memory=run.memory or self.memory))
            self.last = None
        self.run, self.told = run, None
        return "ready"

    def _getaction(self, text: str, question: str) -> str:
        if self.run is None:
            raise ValueError("no run has begun")
        told, run = msgspec.json.decode(question, type=Question), self.run
        state = State(text, run.world, run.seat, told.budget, told.history, run.start, told.actions)
        if self.last is None or (self.last[0].text, self.last[0].history) != (state.text, state.history):
            reply = self.player.getaction(state)
            thoughts = ENCODE(reply.thoughts).decode() if reply.thoughts else ""
            more = f"\t{thoughts}" if 0 < len(thoughts.encode()) <= LONGEST_THOUGHTS else ""
            self.last = (state, reply.action + more)
        return self.last[1]  # also to who asks again, since the connection was cut before they heard it

    def _endrun(self, told: Told) -> str:
        if self.run is not None:
            self.run = None
            self.memory = self.player.endrun(Ending(told.ending, told.result)) or self.memory
        self.told = None if told.ending == "interrupted" else told
        return "bye"


def _is_same(one: Run, other: Run) -> bool:
    """The same, whatever its clock says now."""
    return msgspec.structs.replace(one, budget=other.budget) == other


def score(result: Sequence[float]) -> str:
    """A result as people say it."""
    return ":".join(f"{part:g}" for part in result)
