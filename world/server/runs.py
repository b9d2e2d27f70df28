"""The runs: all runs of a server, under way and over, by their names."""

from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Sequence
from math import ceil
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import msgspec

from world.api import Budget, Player, Reply, Run
from world.record import Record
from world.registry import new_world
from world.server.archive import Archive
from world.server.bell import Bell
from world.server.bounds import Bounds, Room
from world.server.errors import Full, NotNow, NotThere, Refusal, Unprocessable
from world.server.request import RunRequest, RunSettings, check_request, now
from world.server.schema import Summary, Told
from world.server.seat import Seat
from world.server.served import EXPIRED, Closing, Over, Served, close_player, state_of
from world.server.tokens import hashed, is_name, new_name, new_token

MOST_LISTED = 100
MOST_REMEMBERED = 32  # runs that are over and have been looked at
MOST_NEWS = 1000


class Mind(Player, Protocol):
    """What sits on a server's seat: a player that is let go in the end."""

    def close(self) -> None: ...


SeatOf = Callable[[str, str], Mind]  # of a spec, for a world; raises a Refusal or any ValueError
HintOf = Callable[[str], "tuple[str, Budget] | None"]  # who gives hints in a world, and what they may spend


class News(msgspec.Struct, frozen=True):
    """What happened in some run: "opened", "move", "back", "ending"."""

    run: str
    kind: str
    summary: Summary


class Runs:
    """Opens runs, finds them, and goes on with those that the end of an earlier server has interrupted."""

    def __init__(
        self,
        path: Path,
        seat_of: SeatOf,
        hint_of: HintOf = lambda _world: None,
        minds: Sequence[Told] = (),
        bounds: Bounds | None = None,
    ) -> None:
        self.seat_of, self.hint_of, self.minds = seat_of, hint_of, list(minds)
        self.bounds = bounds or Bounds()
        self.lock, self.bell = Lock(), Bell()
        self.under_way: dict[str, Served] = {}
        self.over: OrderedDict[str, Served] = OrderedDict()  # some of them
        self.closed = False
        self.news: deque[tuple[int, News]] = deque(maxlen=MOST_NEWS)
        self.told = 0
        self.places, self.hints = Room(self.bounds.minds), Room(self.bounds.hints)
        self.archive = Archive(path)
        self.finished = deque(self.archive.latest(MOST_LISTED), maxlen=MOST_LISTED)
        for settings, plies in self.archive.unfinished():
            self._go_on(settings, plies)

    # Opening

    def open(self, wanted: RunRequest, address: str = "") -> tuple[Served, tuple[str | None, ...]]:
        """Begin a run; the tokens of its free seats are told here and nowhere else."""
        world, plain = check_request(wanted)
        tokens = tuple(new_token() if spec is None else None for spec in plain.specs)
        minds = tokens.count(None)
        self._check_share(address, minds)
        self._take_places(minds)
        players: list[Player] = []
        try:
            for spec, name in zip(plain.specs, plain.names, strict=True):
                players.append(self._player(spec, name, world.name))
            settings = RunSettings(
                id=new_name(),
                world=world.name,
                version=world.version,
                specs=plain.specs,
                names=tuple(player.name for player in players),
                start=plain.start,
                seed=plain.seed,
                budgets=plain.budgets,
                hashes=tuple(token and hashed(token) for token in tokens),
                began=now(),
            )
            served = Served(settings, world, players, self.archive, self.bounds.plies)
            served.opener = address
            self.archive.add(settings)
        except BaseException:
            for player in players:
                close_player(player)
            self.places.leave(minds)
            raise
        self._begin(served, [])
        return served, tokens

    def _check_share(self, address: str, minds: int) -> None:
        """Nobody takes all places, however politely they ask."""
        with self.lock:
            own = [served.settings.minds for served in self.under_way.values() if address and served.opener == address]
        if len(own) >= ceil(self.bounds.share * self.bounds.runs):
            raise Full(f"{len(own)} runs from one address are under way, and there is no room for more of them")
        if minds and sum(own) + minds > ceil(self.bounds.share * self.bounds.minds):
            raise Full(f"{sum(own)} minds play for one address, and there is no room for more of them")

    def _take_places(self, minds: int) -> None:
        if len(self.under_way) >= self.bounds.runs:
            raise Full(f"{self.bounds.runs} runs are under way, and there is no room for more")
        if not self.places.take(minds):
            raise Full(f"{self.bounds.minds} minds of the server's are playing, and there is no room for more")

    def _player(self, spec: str | None, name: str, world: str) -> Player:
        if spec is None:
            return Seat(name, lambda: Over(EXPIRED), self.bounds.idle)
        try:
            return self.seat_of(spec, world)
        except Refusal:
            raise
        except ValueError as problem:
            raise Unprocessable(str(problem), spec) from None

    def _begin(self, served: Served, plies: Sequence[Any]) -> None:
        with self.lock:
            self.under_way[served.settings.id] = served
        self._hear(served, "opened")
        served.begin(plies, self._is_done, self._hear)

    def _go_on(self, settings: RunSettings, plies: Sequence[Any]) -> None:
        """A run of an earlier server: on with it, or void with the reason."""
        world = new_world(settings.world)
        players: list[Player] = []
        reason = ""
        self.places.leave(-settings.minds)  # also if there are fewer now: it has them already
        try:
            if world.version != settings.version:
                reason = f"{world.name} has other rules now"
            seats = zip(settings.specs, settings.names, strict=True)
            players = [self._player(spec, name, world.name) for spec, name in seats]
        except ValueError as problem:
            reason = str(problem)
        if reason:
            players = [Seat(name, lambda: Over(EXPIRED), self.bounds.idle) for name in settings.names]
        served = Served(settings, world, players, self.archive, self.bounds.plies)
        if reason:
            served.leave(Over(f"void: {reason}"))
        self._begin(served, plies)

    def _is_done(self, served: Served, record: Record | None) -> None:
        """The minds of a run are gone."""
        with self.lock:
            self.under_way.pop(served.settings.id, None)
            self.places.leave(served.settings.minds)
            if record is not None:
                self._remember(served)
                self.finished.appendleft(served.view.summary_of(record.ending))

    def _remember(self, served: Served) -> None:
        self.over[served.settings.id] = served
        while len(self.over) > MOST_REMEMBERED:
            self.over.popitem(last=False)

    # Finding

    def find(self, run: str) -> Served | None:
        """A run that is at hand: nothing is read for it."""
        with self.lock:
            return self.under_way.get(run) or self.over.get(run)

    def run(self, run: str) -> Served:
        """A run by its name; what is over is read and gone through again, which takes its time."""
        found = self.find(run)
        if found is not None:
            return found
        kept = self.archive.finished(run) if is_name(run) else None
        if kept is None:
            raise NotThere("there is no such run", run)
        served = self._over_again(*kept)
        with self.lock:
            self._remember(served)
        return served

    def _over_again(self, settings: RunSettings, record: Record) -> Served:
        seats = [Seat(name, lambda: Over(EXPIRED), self.bounds.idle) for name in settings.names]
        served = Served(settings, new_world(settings.world), seats, self.archive, self.bounds.plies)
        try:
            for ply in record.plies:
                served.view.take(ply)
        except ValueError:
            raise NotThere(f"{settings.world} has other rules now, by which this run cannot be shown") from None
        served.view.end(record.ending)
        served.result = record
        for seat in seats:
            seat.dismiss(record.ending)
        return served

    def summaries(self) -> list[Summary]:
        """The latest runs, newest first."""
        with self.lock:
            under_way, finished = list(self.under_way.values()), list(self.finished)
        found = {one.id: one for one in [*finished, *(served.view.summary() for served in under_way)]}
        return sorted(found.values(), key=lambda one: one.began, reverse=True)[:MOST_LISTED]

    # What happens

    def _hear(self, served: Served, kind: str) -> None:
        with self.lock:
            self.told += 1
            self.news.append((self.told, News(served.settings.id, kind, served.view.summary())))
        self.bell.ring()

    async def subscribe(self) -> AsyncIterator[News]:
        """What happens from now on in any run. Who is too slow misses some of it."""
        last = self.told
        while not self.closed:
            heard = self.bell.listen()
            with self.lock:
                fresh = [(number, news) for number, news in self.news if number > last]
            if not fresh:
                await heard
            for number, news in fresh:
                last = number
                yield news

    # Hints

    def hint(self, served: Served, number: int) -> Reply:
        """What the server's mind would do on this turn."""
        state, found = state_of(served, number), self.hint_of(served.settings.world)
        if found is None:
            raise NotNow(f"nobody here gives hints in {served.settings.world}")
        if not self.hints.take():
            raise Full("too many want hints at this moment")
        spec, budget = found
        try:
            mind = self.seat_of(spec, served.settings.world)
            try:
                mind.newrun(Run(served.settings.world, number, served.settings.seed, budget, "", served.view.first))
                return mind.getaction(msgspec.structs.replace(state, budget=budget))
            except ValueError as problem:  # also a MindFailure
                raise NotNow("no hint could be found") from problem
            finally:
                close_player(mind)
        finally:
            self.hints.leave()

    # The end

    def close(self) -> None:
        """Interrupt all runs, to go on with them when the server is there again."""
        self.closed = True
        with self.lock:
            running = list(self.under_way.values())
        for served in running:
            served.leave(Closing("the server ends"))
            served.view.close()
        self.bell.ring()
        for served in running:
            if served.thread is not None:
                served.thread.join(TO_LEAVE / max(1, len(running)))
        self.archive.close()


TO_LEAVE = 3.0  # seconds for all threads; who is thinking still is not waited for longer
