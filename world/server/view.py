"""The public view of a run: its plies so far, in a copy of the world."""

from copy import deepcopy
from threading import RLock
from time import monotonic

import msgspec

from world.api import Ending, World
from world.budget import ClockKind
from world.record import Ply, Record
from world.registry import new_world
from world.server.bell import Bell
from world.server.errors import NotFound
from world.server.request import RunSettings
from world.server.schema import (
    EndingInfo,
    Event,
    MoveEvent,
    MoveInfo,
    RunDetails,
    RunSummary,
    SeatInfo,
    as_json,
    ending_info,
)

ONGOING = "still going on"
CLOCK: ClockKind = "wall"  # that all runs of the server go by, because clients see it run
MAX_STATE_IN_LIST = 500  # characters


class RunView:
    """The plies, states and clocks of a run so far. Only the run's thread changes it; any thread may read it."""

    def __init__(self, settings: RunSettings, world: World) -> None:
        self.settings, self.world = settings, world
        self.lock, self.bell = RLock(), Bell()
        self.plies: list[Ply] = []
        self.moves: list[MoveInfo] = []
        self.journal: list[Event] = []  # everything that happened, also what was taken back
        self.ending: EndingInfo | None = None
        self.takebacks = 0
        self.closed = False  # the server stops: nothing more will happen here
        self._picture: tuple[int, str] | None = None
        self._restart()

    def _restart(self) -> None:
        self.world.newrun(self.settings.start, self.settings.seed)
        self.first = self.world.getstate()
        self.plies, self.moves = [], []
        self.states: list[str] = []
        self.clocks = [budget.bank for budget in self.settings.budgets]
        self._update()

    def _update(self) -> None:
        self.since, self._picture = monotonic(), None
        self.state = self.world.getstate()
        is_over = self.world.ending() is not None
        self.turn = None if is_over else self.world.turn()
        self.legal = () if is_over else tuple(self.world.actions())

    # Changes, by the run's thread

    def add(self, ply: Ply) -> None:
        """Add a ply."""
        with self.lock:
            self._apply(ply)
            event = MoveEvent(
                ply=len(self.plies),
                seat=ply.seat,
                action=ply.action,
                said=self.moves[-1].said,
                state=self.state,
                turn=self.turn,
                clocks=tuple(self.clocks),
                thoughts=ply.thoughts,
                legal=self.legal,
            )
            self.journal.append(Event("move", len(self.plies), as_json(event)))
        self.bell.ring()

    def _apply(self, ply: Ply) -> None:
        said = self.world.describe(ply.action)
        self.world.takeaction(ply.action)
        self.world.hear(ply.thoughts)
        self.plies.append(ply)
        self.moves.append(MoveInfo(ply.seat, ply.action, said, ply.seconds, ply.left, ply.thoughts))
        self.clocks[ply.seat] = ply.left
        self._update()
        self.states.append(self.state)

    def cut(self, plies: int) -> None:
        """Take back all but the first plies."""
        with self.lock:
            kept, self.takebacks = self.plies[:plies], self.takebacks + 1
            self._restart()
            for ply in kept:
                self._apply(ply)
            self.journal.append(Event("back", plies, as_json({"ply": plies})))
        self.bell.ring()

    def end(self, ending: Ending) -> None:
        """Set how the run ended."""
        with self.lock:
            self.ending = ending_info(ending)
            self.turn, self.legal = None, ()
            event = {"kind": ending.kind, "result": ending.result, "reason": self.ending.reason}
            self.journal.append(Event("ending", len(self.plies), as_json(event)))
        self.bell.ring()

    def close(self) -> None:
        """Wake all waiting clients, because the server stops."""
        self.closed = True
        self.bell.ring()

    # Reading, by any thread

    def check(self, action: str) -> None:
        """Raise IllegalAction if the action cannot be taken now."""
        with self.lock:
            if action not in self.legal:
                deepcopy(self.world).takeaction(action)  # the world may accept other spellings of a legal action

    def summary(self) -> RunSummary:
        """Return the run as a list shows it."""
        with self.lock:
            return RunSummary(
                id=self.settings.id,
                world=self.settings.world,
                names=self.settings.names,
                plies=len(self.plies),
                state=shortened(self.state),
                turn=self.turn,
                ending=self.ending,
                began=self.settings.began,
            )

    def final_summary(self, ending: Ending) -> RunSummary:
        """Return the summary that the run has when it ends like this."""
        return msgspec.structs.replace(self.summary(), turn=None, ending=ending_info(ending))

    def state_after(self, ply: int) -> str:
        """Return the state after a ply; the first ply is 0."""
        with self.lock:
            return self.states[ply] if ply < len(self.states) else self.state

    def describe(self, action: str) -> str:
        """Return a legal action in the game's notation."""
        with self.lock:
            return self.world.describe(action)

    def details(self) -> RunDetails:
        """Return everything that is public about the run."""
        with self.lock:
            settings, colours = self.settings, self.world.colours
            seats = tuple(
                SeatInfo(name, "mind" if spec else "token", colours[seat])
                for seat, (name, spec) in enumerate(zip(settings.names, settings.specs, strict=True))
            )
            return RunDetails(
                **msgspec.structs.asdict(self.summary()) | {"state": self.state},
                start=self.first,
                seed=settings.seed,
                seats=seats,
                legal=self.legal,
                moves=tuple(self.moves),
                score=self._score(),
                clocks=self.clocks_now(),
                budgets=tuple(msgspec.to_builtins(budget) for budget in settings.budgets),
            )

    def _score(self) -> tuple[float, ...]:
        return self.ending.result if self.ending is not None else self.world.getscore()

    def clocks_now(self) -> tuple[float | None, ...]:
        """Return the clocks in seconds, with the present turn's time subtracted."""
        elapsed = monotonic() - self.since
        return tuple(
            left if left is None or seat != self.turn else round(max(0.0, left - elapsed), 3)
            for seat, left in enumerate(self.clocks)
        )

    def image(self, number: int | None = None) -> str:
        """Return the picture after a number of plies, by default after all."""
        with self.lock:
            plies = self.plies[: len(self.plies) if number is None else number]
            if number is not None and number > len(self.plies):
                raise NotFound(f"there is no ply {number}", str(number), f"0 to {len(self.plies)}")
            if len(plies) == len(self.plies):
                if self._picture is None or self._picture[0] != len(plies):
                    self._picture = (len(plies), self.world.getimage())
                return self._picture[1]
        world = new_world(self.settings.world)
        world.newrun(self.settings.start, self.settings.seed)
        for ply in plies:
            world.takeaction(ply.action)
            world.hear(ply.thoughts)
        return world.getimage()

    def record(self, ending: Ending | None = None) -> Record:
        """Return the run as a record; without an ending, as one that is still going on."""
        with self.lock:
            settings = self.settings
            is_timed = any(budget.is_timed for budget in settings.budgets)
            return Record(
                settings.world,
                settings.version,
                self.first,
                settings.names,
                tuple(self.plies),
                ending or Ending(ONGOING, (0.0,) * len(settings.names)),
                settings.seed,
                settings.budgets,
                date=settings.began[:10].replace("-", ".") if is_timed else "",
                clock=CLOCK if is_timed else "",
            )


def shortened(state: str) -> str:
    """Return the beginning of a long state: with the maps of large mazes, a list would take 100 MB."""
    return state if len(state) <= MAX_STATE_IN_LIST else f"{state[:MAX_STATE_IN_LIST]}…"
