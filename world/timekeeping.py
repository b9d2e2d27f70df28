"""Timekeeping: both sides of a game pay by the same kind of clock."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from world.api import Player
from world.budget import ClockKind

UNKNOWN = "is not measured"  # said of a player that does not say more


@runtime_checkable
class MeasuredPlayer(Protocol):
    """A player that can pay by either kind of clock, unless `unmeasured` says why not."""

    @property
    def unmeasured(self) -> str:
        """The reason why its processor time cannot be measured, such as "is remote"; empty if it can."""
        ...

    def use_clock(self, kind: ClockKind) -> None:
        """Pay by this kind of clock in the runs that follow."""
        ...


def set_clocks(players: Sequence[Player], wanted: ClockKind = "processor") -> str:
    """Make all players of a run pay by the same kind of clock, and return what the record says of it.

    This is "processor", "wall" or, if a player's processor time cannot be measured, the reason: "wall: ann is remote".
    """
    reasons = _reasons(players) if wanted == "processor" else []
    kind: ClockKind = "wall" if reasons else wanted
    for player in players:
        if isinstance(player, MeasuredPlayer):
            player.use_clock(kind)
    return f"wall: {', '.join(reasons)}" if reasons else kind


def _reasons(players: Sequence[Player]) -> list[str]:
    """Return a sentence for each player whose processor time cannot be measured."""
    known = [(player.name, getattr(player, "unmeasured", UNKNOWN)) for player in players]
    return sorted({f"{name} {reason}" for name, reason in known if reason})
