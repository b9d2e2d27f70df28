"""All runs of a server: opened, found by name, and resumed after a restart."""

from collections import OrderedDict, deque
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from world.api import Player, World
from world.record import Record
from world.registry import new_world
from world.server.archive import Archive
from world.server.bounds import Bounds, Slots
from world.server.errors import NotFound, RequestError, Unavailable, Unprocessable
from world.server.hints import HintMind, Hints, OpenMind
from world.server.interruptions import EarlyEnd, ServerStopping
from world.server.request import CheckedRequest, RunRequest, RunSettings, check_request, timestamp
from world.server.schema import MindInfo, RunSummary
from world.server.seat import Seat
from world.server.served import ServedRun, close_player
from world.tokens import hashed, is_name, new_name, new_token

MAX_LISTED = 100
MAX_CACHED = 32  # finished runs in memory
COUNT_INTERVAL = 1.0  # seconds
STOP_TIMEOUT = 3.0  # seconds for all threads together; a mind that still thinks is not waited for


class Runs:
    """The runs under way, and the archive of all."""

    def __init__(
        self,
        path: Path,
        open_mind: OpenMind,
        hint_mind: HintMind = lambda _world: None,
        minds: Sequence[MindInfo] = (),
        bounds: Bounds | None = None,
    ) -> None:
        self.open_mind, self.minds = open_mind, list(minds)
        self.bounds = bounds or Bounds()
        self.hints = Hints(open_mind, hint_mind, self.bounds.hints)
        self.lock = Lock()
        self.under_way: dict[str, ServedRun] = {}
        self.cached: OrderedDict[str, ServedRun] = OrderedDict()  # finished runs
        self.closed = False
        self.counted = (-COUNT_INTERVAL, 0)  # when all runs were counted, and how many they were
        self.mind_slots = Slots(self.bounds.minds)
        self.archive = Archive(path)
        self.finished = deque(self.archive.latest(MAX_LISTED), maxlen=MAX_LISTED)
        for settings, plies in self.archive.unfinished():
            self._resume(settings, plies)

    # Opening

    def open(self, request: RunRequest, address: str = "") -> tuple[ServedRun, tuple[str | None, ...]]:
        """Begin a run; return it with its tokens, None for the seats of minds."""
        world, checked = check_request(request)
        tokens = tuple(new_token() if spec is None else None for spec in checked.specs)
        minds = tokens.count(None)
        self._check_share(address, minds)
        self._take_slots(minds)
        players: list[Player] = []
        try:
            for spec, name in zip(checked.specs, checked.names, strict=True):
                players.append(self._player(spec, name, world.name))
            settings = _settings(world, checked, players, tokens)
            served = self._served(settings, world, players)
            served.opener = address
            self.archive.add(settings)
        except BaseException:
            for player in players:
                close_player(player)
            self.mind_slots.free(minds)
            raise
        self._begin(served, [])
        return served, tokens

    def _check_share(self, address: str, minds: int) -> None:
        """Raise Unavailable if the address would have more than its share of all runs or minds."""
        with self.lock:
            own = [served.settings.minds for served in self.under_way.values() if address and served.opener == address]
        if len(own) >= ceil(self.bounds.share * self.bounds.runs):
            raise Unavailable(f"your address has {len(own)} runs under way, and may not open more")
        if minds and sum(own) + minds > ceil(self.bounds.share * self.bounds.minds):
            raise Unavailable(f"{sum(own)} of the server's minds play for your address, and it may not have more")

    def _take_slots(self, minds: int) -> None:
        if len(self.under_way) >= self.bounds.runs:
            raise Unavailable(f"the server is full: {self.bounds.runs} runs are under way")
        if not self.mind_slots.take(minds):
            raise Unavailable(f"the server is full: {self.bounds.minds} of its minds are playing")

    def _player(self, spec: str | None, name: str, world: str) -> Player:
        if spec is None:
            return self._seat(name)
        try:
            return self.open_mind(spec, world)
        except RequestError:
            raise
        except ValueError as problem:
            raise Unprocessable(str(problem), spec) from None

    def _seat(self, name: str) -> Seat:
        return Seat(name, lambda: EarlyEnd("expired"), self.bounds.idle)

    def _served(self, settings: RunSettings, world: World, players: Sequence[Player]) -> ServedRun:
        return ServedRun(settings, world, players, self.archive, self.bounds.plies)

    def _begin(self, served: ServedRun, plies: Sequence[Any]) -> None:
        with self.lock:
            self.under_way[served.settings.id] = served
        served.begin(plies, self._on_done)

    def _resume(self, settings: RunSettings, plies: Sequence[Any]) -> None:
        """Resume a run of an earlier server; if that is impossible, end it as void with the reason."""
        world = new_world(settings.world)
        players: list[Player] = []
        reason = ""
        self.mind_slots.take_anyway(settings.minds)
        try:
            if world.version != settings.version:
                reason = f"the rules of {world.name} have changed"
            seats = zip(settings.specs, settings.names, strict=True)
            players = [self._player(spec, name, world.name) for spec, name in seats]
        except ValueError as problem:
            reason = str(problem)
        if reason:
            players = [self._seat(name) for name in settings.names]
        served = self._served(settings, world, players)
        if reason:
            served.interrupt(EarlyEnd(f"void: {reason}"))
        self._begin(served, plies)

    def _on_done(self, served: ServedRun, record: Record | None) -> None:
        """Free the places of a run whose thread has ended, and list it as finished if it has a record."""
        with self.lock:
            self.under_way.pop(served.settings.id, None)
            self.mind_slots.free(served.settings.minds)
            if record is not None:
                self._cache(served)
                self.finished.appendleft(served.view.final_summary(record.ending))

    def _cache(self, served: ServedRun) -> None:
        self.cached[served.settings.id] = served
        while len(self.cached) > MAX_CACHED:
            self.cached.popitem(last=False)

    # Finding

    def in_memory(self, run: str) -> ServedRun | None:
        """Return a run that is in memory, without reading the archive."""
        with self.lock:
            return self.under_way.get(run) or self.cached.get(run)

    def find(self, run: str) -> ServedRun:
        """Return a run by its name. A finished one may be read from the archive and replayed, which takes time."""
        found = self.in_memory(run)
        if found is not None:
            return found
        archived = self.archive.finished(run) if is_name(run) else None
        if archived is None:
            raise NotFound("no such run", run)
        served = self._replay(*archived)
        with self.lock:
            self._cache(served)
        return served

    def _replay(self, settings: RunSettings, record: Record) -> ServedRun:
        seats = [self._seat(name) for name in settings.names]
        served = self._served(settings, new_world(settings.world), seats)
        try:
            for ply in record.plies:
                served.view.add(ply)
        except ValueError:
            raise NotFound(f"the rules of {settings.world} have changed: this run cannot be shown") from None
        served.view.end(record.ending)
        served.record = record
        for seat in seats:
            seat.dismiss(record.ending)
        return served

    def summaries(self) -> list[RunSummary]:
        """Return the latest runs, newest first."""
        with self.lock:
            under_way, finished = list(self.under_way.values()), list(self.finished)
        found = {one.id: one for one in [*finished, *(served.view.summary() for served in under_way)]}
        return sorted(found.values(), key=lambda one: one.began, reverse=True)[:MAX_LISTED]

    def page(self, page: int, size: int) -> tuple[list[RunSummary], int]:
        """Return a page of all runs, newest first, and the number of all. It reads the archive, which takes time."""
        found = []
        for run, summary in self.archive.page(size, (page - 1) * size):
            served = self.in_memory(run) if summary is None else None
            found += [summary] if summary else [served.view.summary()] if served else []
        if monotonic() - self.counted[0] > COUNT_INTERVAL:
            self.counted = (monotonic(), self.archive.count())
        return found, self.counted[1]

    # The end

    def close(self) -> None:
        """Stop all runs; the next server on the same archive resumes them."""
        self.closed = True
        with self.lock:
            running = list(self.under_way.values())
        for served in running:
            served.interrupt(ServerStopping("the server stops"))
            served.view.close()
        for served in running:
            if served.thread is not None:
                served.thread.join(STOP_TIMEOUT / max(1, len(running)))
        self.archive.close()


def _settings(
    world: World, checked: CheckedRequest, players: Sequence[Player], tokens: Sequence[str | None]
) -> RunSettings:
    """Return the settings of a new run, with a name of its own and the hashes of its tokens."""
    return RunSettings(
        id=new_name(),
        world=world.name,
        version=world.version,
        specs=checked.specs,
        names=tuple(player.name for player in players),
        start=checked.start,
        seed=checked.seed,
        budgets=checked.budgets,
        hashes=tuple(token and hashed(token) for token in tokens),
        began=timestamp(),
    )
