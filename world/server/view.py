"""The view of a run: its plies as everybody may see them, in a world of its own that nobody plays in."""

from copy import deepcopy
from threading import RLock
from time import monotonic

import msgspec

from world.api import Ending, World
from world.record import Ply, Record
from world.registry import new_world
from world.server.bell import Bell
from world.server.errors import NotThere
from world.server.request import RunSettings
from world.server.schema import Details, Event, Move, Moved, Place, Summary, Verdict, as_json, verdict

ONGOING = "still going on"
SHOWN = 500  # letters of a state in a list of runs


class View:
    """What has happened so far. Changed by the thread of the run alone, looked at by everybody."""

    def __init__(self, settings: RunSettings, world: World) -> None:
        self.settings, self.world = settings, world
        self.lock, self.bell = RLock(), Bell()
        self.plies: list[Ply] = []
        self.moves: list[Move] = []
        self.journal: list[Event] = []  # all that happened, also what was taken back
        self.ending: Verdict | None = None
        self.backs = 0  # how often something was taken back
        self.closed = False  # nothing more will happen here
        self._picture: tuple[int, str] | None = None
        self._begin()

    def _begin(self) -> None:
        self.world.newrun(self.settings.start, self.settings.seed)
        self.first = self.world.getstate()
        self.plies, self.moves = [], []
        self.states: list[str] = []
        self.clocks = [budget.bank for budget in self.settings.budgets]
        self._look()

    def _look(self) -> None:
        self.since, self._picture = monotonic(), None
        self.state = self.world.getstate()
        over = self.world.ending() is not None
        self.turn = None if over else self.world.turn()
        self.legal = () if over else tuple(self.world.actions())

    # Changes

    def take(self, ply: Ply) -> None:
        """A ply more."""
        with self.lock:
            self._add(ply)
            move, clocks = self.moves[-1], tuple(self.clocks)
            told = Moved(
                len(self.plies),
                ply.seat,
                ply.action,
                move.said,
                self.state,
                self.turn,
                clocks,
                ply.thoughts,
                self.legal,
            )
            self.journal.append(Event("move", len(self.plies), as_json(told)))
        self.bell.ring()

    def _add(self, ply: Ply) -> None:
        said = self.world.describe(ply.action)
        self.world.takeaction(ply.action)
        self.world.hear(ply.thoughts)
        self.plies.append(ply)
        self.moves.append(Move(ply.seat, ply.action, said, ply.seconds, ply.left, ply.thoughts))
        self.clocks[ply.seat] = ply.left
        self._look()
        self.states.append(self.state)

    def cut(self, plies: int) -> None:
        """Only the first plies are left."""
        with self.lock:
            kept, self.backs = self.plies[:plies], self.backs + 1
            self._begin()
            for ply in kept:
                self._add(ply)
            self.journal.append(Event("back", plies, as_json({"ply": plies})))
        self.bell.ring()

    def end(self, ending: Ending) -> None:
        """It is over."""
        with self.lock:
            self.ending = verdict(ending)
            self.turn, self.legal = None, ()
            told = {"kind": ending.kind, "result": ending.result, "reason": self.ending.reason}
            self.journal.append(Event("ending", len(self.plies), as_json(told)))
        self.bell.ring()

    # Looks

    def check(self, action: str) -> None:
        """An IllegalAction if it cannot be taken now."""
        with self.lock:
            if action not in self.legal:
                deepcopy(self.world).takeaction(action)  # the world may know other words for what is legal

    def summary(self) -> Summary:
        """In a line."""
        with self.lock:
            settings = self.settings
            return Summary(
                settings.id,
                settings.world,
                settings.names,
                len(self.plies),
                shortened(self.state),
                self.turn,
                self.ending,
                settings.began,
            )

    def summary_of(self, ending: Ending) -> Summary:
        """In a line, when it ends so."""
        return msgspec.structs.replace(self.summary(), turn=None, ending=verdict(ending))

    def state_after(self, plies: int) -> str:
        """The state that the next ply of so many left."""
        with self.lock:
            return self.states[plies] if plies < len(self.states) else self.state

    def describe(self, action: str) -> str:
        """A legal action in the words of those who know the game."""
        with self.lock:
            return self.world.describe(action)

    def close(self) -> None:
        """Let go of all who wait for more."""
        self.closed = True
        self.bell.ring()

    def details(self) -> Details:
        """All of it."""
        with self.lock:
            settings, colours = self.settings, self.world.colours
            places = tuple(
                Place(name, "mind" if spec else "token", colours[seat])
                for seat, (name, spec) in enumerate(zip(settings.names, settings.specs, strict=True))
            )
            return Details(
                **msgspec.structs.asdict(self.summary()) | {"state": self.state},
                start=self.first,
                seed=settings.seed,
                seats=places,
                legal=self.legal,
                moves=tuple(self.moves),
                score=self._score(),
                clocks=self.now(),
                budgets=tuple(msgspec.to_builtins(budget) for budget in settings.budgets),
            )

    def _score(self) -> tuple[float, ...]:
        return self.ending.result if self.ending is not None else self.world.getscore()

    def now(self) -> tuple[float | None, ...]:
        """The clocks; that of the seat on the move runs."""
        gone = monotonic() - self.since
        return tuple(
            left if left is None or seat != self.turn else round(max(0.0, left - gone), 3)
            for seat, left in enumerate(self.clocks)
        )

    def image(self, number: int | None = None) -> str:
        """The picture after so many plies."""
        with self.lock:
            plies = self.plies[: len(self.plies) if number is None else number]
            if number is not None and number > len(self.plies):
                raise NotThere(f"there is no ply {number}", str(number), f"0 to {len(self.plies)}")
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
        """As a record; while it goes on, of a run without a result."""
        with self.lock:
            timed = any(budget.is_timed for budget in self.settings.budgets)
            return Record(
                self.settings.world,
                self.settings.version,
                self.first,
                self.settings.names,
                tuple(self.plies),
                ending or Ending(ONGOING, (0.0,) * len(self.settings.names)),
                self.settings.seed,
                self.settings.budgets,
                date=self.settings.began[:10].replace("-", ".") if timed else "",
            )


def shortened(state: str) -> str:
    """A state in a list: the map of a large maze would make a list of a hundred megabytes."""
    return state if len(state) <= SHOWN else f"{state[:SHOWN]}…"
