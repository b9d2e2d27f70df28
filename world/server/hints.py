"""Hints: the action that one of the server's minds would take."""

from collections.abc import Callable
from typing import Protocol

import msgspec

from world.api import Budget, Player, Reply, Run
from world.server.bounds import Slots
from world.server.errors import Conflict, Unavailable
from world.server.served import ServedRun, close_player, state_for


class ServerMind(Player, Protocol):
    """A player that the server itself runs, and closes in the end."""

    def close(self) -> None: ...


OpenMind = Callable[[str, str], ServerMind]  # by spec, for a world; raises ValueError if a client may not have it
HintMind = Callable[[str], "tuple[str, Budget] | None"]  # for a world: which mind gives hints, and its budget


class Hints:
    """Computes hints, a few at once."""

    def __init__(self, open_mind: OpenMind, hint_mind: HintMind, at_once: int) -> None:
        self.open_mind, self.hint_mind, self.slots = open_mind, hint_mind, Slots(at_once)

    def hint(self, served: ServedRun, number: int) -> Reply:
        """Return what a mind would do in this seat's turn."""
        state, found = state_for(served, number), self.hint_mind(served.settings.world)
        if found is None:
            raise Conflict(f"no mind here gives hints for {served.settings.world}")
        if not self.slots.take():
            raise Unavailable("too many hints are being computed; try again")
        spec, budget = found
        try:
            mind = self.open_mind(spec, served.settings.world)
            try:
                mind.newrun(Run(served.settings.world, number, served.settings.seed, budget, "", served.view.first))
                return mind.getaction(msgspec.structs.replace(state, budget=budget))
            except ValueError as problem:  # also MindFailure
                raise Conflict("no hint was found") from problem
            finally:
                close_player(mind)
        finally:
            self.slots.free()
