"""The far end of a crew: plays a batch of games in any process that an Executor has on any machine.

`play` is the only function that is ever submitted to an Executor: bytes go in, bytes come out.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter, sleep

import msgspec
from msgspec import Raw

from arena.cell.prepare import require_jail
from arena.crew.identity import differing, identity
from arena.crew.messages import Answer, Batch, Played, Problem, Reason, encode, read_batch
from arena.crew.worker import Worker
from arena.entrants.bundle import Bundle, unpack
from arena.entrants.entrant import Entrant, Player
from arena.entrants.roster import playable
from arena.entrants.version import is_kept, version_of
from arena.errors import ArenaError, BirthError, CrewError, JailError, KeeperError
from arena.tournament.schedule import Task
from minds.errors import MindsError
from minds.registry import read_spec

IDLE = 60.0  # seconds without a batch, after which the processes of all minds are ended
REFUSAL_PAUSE = 1.0  # seconds before a worker refuses: one that answers at once would draw all work to itself
MAX_REASON = 1000  # characters


def play(payload: bytes) -> bytes:
    """Play the games of a batch, given as bytes; return the answer as bytes."""
    try:
        batch = read_batch(payload)
    except CrewError as problem:
        return encode(Answer(-1, identity(), refusal="message", reason=str(problem)[:MAX_REASON]))
    if reason := differing(batch.versions):  # before anything else: another version may do anything else otherwise
        return _refuse(batch, "version", reason)
    with _workers.taken(batch) as worker:
        try:
            for place, entrant in batch.entrants.items():
                worker.receive(place, entrant, batch.bundles)
        except _Refused as refused:
            return _refuse(batch, refused.kind, str(refused))
        start = perf_counter()
        games = tuple(_played(worker, task) for task in batch.tasks)
        return encode(Answer(batch.number, identity(), games, round(perf_counter() - start, 6)))


def _refuse(batch: Batch, kind: Reason, reason: str) -> bytes:
    if kind != "bundles":
        sleep(REFUSAL_PAUSE)
    return encode(Answer(batch.number, identity(), refusal=kind, reason=reason[:MAX_REASON]))


def _played(worker: "FarWorker", task: Task) -> Played:
    """Play a game; return its record, or the reason why there is none."""
    try:
        return Played(task.name, Raw(worker.play(task).encode()))
    except BirthError as problem:
        return _failed(task, "birth", problem)
    except KeeperError as problem:
        return _failed(task, "keeper", problem)
    except Exception as problem:  # whatever it is, it may not happen elsewhere
        return _failed(task, "lost", problem)


def _failed(task: Task, kind: Problem, problem: Exception) -> Played:
    text = str(problem) if isinstance(problem, ArenaError) else f"{type(problem).__name__}: {problem}"
    return Played(task.name, problem=kind, reason=text[:MAX_REASON])


class _Refused(Exception):
    """A batch that this worker does not play, for a kind of reason."""

    def __init__(self, kind: Reason, reason: str) -> None:
        super().__init__(reason)
        self.kind: Reason = kind


class FarWorker(Worker):
    """A worker that gets to know its players batch by batch."""

    def __init__(self, batch: Batch) -> None:
        self.known: dict[int, Entrant] = {}
        self.found: dict[int, Player] = {}
        super().__init__(batch.plan, self.found, batch.trusted)
        self.identity = identity()

    def receive(self, place: int, entrant: Entrant, bundles: dict[str, bytes]) -> None:
        """Prepare to play an entrant; raise _Refused if it cannot be played here, or its files are not here."""
        if self.known.get(place) == entrant:
            return
        try:
            spec = playable(entrant, _fetch_from(bundles))
            found = read_spec(spec)
            if not self.trusted:
                require_jail(found)
            here = entrant.version if is_kept(entrant) else version_of(read_spec(entrant.spec), entrant.bundle)
        except JailError as problem:
            raise _Refused("jail", str(problem)) from None
        except (ArenaError, MindsError, KeyError, OSError) as problem:
            raise _Refused("mind", f"{entrant.name} cannot be played here: {problem}") from None
        if here != entrant.version:
            raise _Refused("mind", f"{entrant.name} has version {here} here, {entrant.version} there")
        if place in self.cells:
            self.cells.pop(place).close()
        self.known[place], self.found[place] = entrant, Player(entrant.name, spec)


def _fetch_from(bundles: dict[str, bytes]) -> Callable[[str], Bundle]:
    """Return a fetch for `playable` that unpacks what has come with the batch."""

    def fetch(digest: str) -> Bundle:
        if digest not in bundles:
            raise _Refused("bundles", digest)
        return unpack(bundles[digest], digest)

    return fetch


class _Workers:
    """The workers of this process, one for each thread that plays; they keep their minds' processes between batches."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.idle: list[tuple[bytes, FarWorker]] = []  # with the settings that they play by
        self.timer: threading.Timer | None = None

    @contextmanager
    def taken(self, batch: Batch) -> Iterator[FarWorker]:
        """Yield a worker for a batch; it is kept for the next one, but closed if something goes wrong."""
        settings = msgspec.json.encode((batch.plan, batch.trusted))
        worker = self._take(settings, batch)
        try:
            yield worker
        except BaseException:
            worker.close()
            raise
        self._give_back(settings, worker)

    def _take(self, settings: bytes, batch: Batch) -> FarWorker:
        """Return an idle worker of these settings or a new one; those of other settings are closed."""
        with self.lock:
            if self.timer is not None:
                self.timer.cancel()
            idle, self.idle = self.idle, []
            place = next((place for place, (theirs, _) in enumerate(idle) if theirs == settings), None)
            found = idle.pop(place)[1] if place is not None else None
            self.idle = [one for one in idle if one[0] == settings]
            others = [worker for theirs, worker in idle if theirs != settings]
        _close(others)
        return found or FarWorker(batch)

    def _give_back(self, settings: bytes, worker: FarWorker) -> None:
        """Keep a worker for the next batch, for a while."""
        with self.lock:
            self.idle.append((settings, worker))
            if self.timer is not None:
                self.timer.cancel()
            self.timer = threading.Timer(IDLE, self.close)
            self.timer.daemon = True
            self.timer.start()

    def close(self) -> None:
        """End the processes of all minds whose workers are idle."""
        with self.lock:
            idle, self.idle = self.idle, []
        _close(worker for _, worker in idle)


def _close(workers: Iterable[Worker]) -> None:
    for worker in workers:
        worker.close()


_workers = _Workers()


def close() -> None:
    """End the processes of all minds that this process keeps ready."""
    _workers.close()
