"""A tournament whose results are shown: its games in memory, and values that are computed in the background."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import suppress
from math import inf
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from arena.entrants.entrant import Entrant
from arena.errors import StoreError
from arena.store.examination import Examination
from arena.store.judgements import judges_in
from arena.store.store import FILE, Store, open_store
from arena.tournament import formats
from arena.tournament.live import is_playing
from arena.tournament.plan import Plan
from arena.web.results.background import Background
from arena.web.results.calculator import Calculator, Order, Piece, problem_words
from arena.web.results.files import FileStamp, reading, stamp_of
from arena.web.results.index import GameIndex
from arena.web.results.seats import colours

READ_SECONDS = 0.2  # that a request spends on reading new games; the others are read in the background
PATIENCE = 0.25  # seconds that a request waits for a value that was never computed
REUSE = 4.0  # while games are played, a value is reused for so many times as long as it took to compute
LEAST_REUSE = 5.0  # seconds for which a ladder that never ends reuses one at least: a game changes little there
PASSING = 30.0  # seconds after which a failure to read is taken for lasting
PAUSE, LONGEST_PAUSE = 2.0, 60.0  # seconds before a failed computation is tried again, twice as long each time
FEW_GAMES, FEW_MINDS = 2000, 64  # of results that are computed here: sooner than a process starts
MAX_COUNTED = 200  # values made from the games in memory
Value = TypeVar("Value")


class Computed(Struct, Generic[Value], frozen=True):
    """A value that was computed in the background, from so many games."""

    value: Value
    games: int
    stamp: FileStamp
    done: float
    took: float


class Failure(Struct, frozen=True):
    """A computation that failed: why, when, and the seconds before it is tried again."""

    reason: str
    stamp: FileStamp
    when: float
    pause: float


class Tournament:
    """A folder's results as far as they are read. Its methods may be called by many threads."""

    def __init__(self, folder: Path, background: Background, is_private: bool = False) -> None:
        self.folder, self.background, self.is_private = folder, background, is_private
        self.name, self.index, self.lock = folder.name, GameIndex(is_private), Lock()
        self.stamp: FileStamp = ()
        self.is_complete = False  # all games are read
        self.examine: Examination = ""  # "games" once damage was found: then a copy without damaged games is read
        self.is_judged = False
        self.damage = ""
        self.failing_since = inf
        self.known_plan: tuple[Any, Plan] | None = None
        self.computed: dict[str, Computed[Any]] = {}
        self.awaited: set[str] = set()
        self.renamings = 0  # of minds
        self.failed: dict[str, Failure] = {}  # by the names of pieces, until they are computed
        self.computations = 0  # that have ended
        self.cache: dict[Hashable, tuple[Hashable, Any]] = {}

    # ── Games ────────────────────────────────────────────────────────────────────────────────

    def refresh(self, seconds: float = READ_SECONDS) -> None:
        """Read what came since; what takes longer is read in the background.

        Raise StoreError if nothing can be read; a failure that may pass leaves what was read before, for a while.
        """
        try:
            self._update(seconds)
            self.failing_since = inf
        except StoreError:
            self.failing_since = min(self.failing_since, monotonic())
            if self.known_plan is None or monotonic() - self.failing_since > PASSING:
                raise
        if not self.is_complete:
            self.background.submit((self.folder, "games"), self._read_all)

    def _update(self, seconds: float) -> None:
        with self.lock:
            stamp = stamp_of(self.folder)
            if stamp == self.stamp and self.is_complete:
                return
            with reading(self.folder), open_store(self.folder, read_only=True, examine=self.examine) as store:
                store.db.execute("BEGIN")
                self._read_plan(store)
                names = [one.name for one in self.minds]
                self.is_complete = self.index.update(store, seconds)
                if names != [one.name for one in self.minds[: len(names)]]:
                    self.computed.clear()  # values of minds are found by their names
                    self.renamings += 1
                self.is_judged = bool(judges_in(store.db, store.folder / FILE))
                self.damage = store.damage
                self.examine = "games" if self.damage else ""  # it may have been repaired
            self.stamp = stamp

    def _read_all(self, _calculator: Calculator) -> None:
        while not self.is_complete:
            self._update(READ_SECONDS)

    def _read_plan(self, store: Store) -> None:
        mark = store.db.execute("SELECT max(number), hash FROM plans").fetchone()
        if self.known_plan is None or self.known_plan[0] != mark:
            self.known_plan = (mark, store.plan)

    @property
    def plan(self) -> Plan:
        """The latest plan."""
        assert self.known_plan is not None  # after the first refresh
        return self.known_plan[1]

    @property
    def minds(self) -> tuple[Entrant, ...]:
        """The entrants, in the order of the plan."""
        return self.index.minds

    @property
    def total(self) -> int:
        """The number of games that are played in the whole tournament; 0 if it is not known in advance."""
        return self.counted("total", self._total)

    def _total(self) -> int:
        return formats.expected(self.plan, self.index.results, [mind.standing for mind in self.minds])

    @property
    def playing(self) -> bool:
        """True while games are being played."""
        return is_playing(self.folder)

    @property
    def colours(self) -> tuple[str, ...]:
        """The names of the seats."""
        return colours(self.plan.world)

    @property
    def is_solo(self) -> bool:
        """True in a world with one seat."""
        return len(self.colours) == 1

    def counted(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return a value made from the games in memory and computed pieces; it is made again when there is news."""
        version = (self.index.version, self.stamp, self.computations)
        found: tuple[Hashable, Value] | None = self.cache.get(key)
        if found is None or found[0] != version:
            found = (version, make())
            if len(self.cache) >= MAX_COUNTED:
                self.cache.clear()
            self.cache[key] = found
        return found[1]

    # ── Values that take longer ──────────────────────────────────────────────────────────────

    def compute(self, piece: Piece[Value], patience: float = PATIENCE) -> Computed[Value] | None:
        """Return a piece as it was computed last, and have it computed anew if there is news.

        Where nothing was computed yet, the first to ask waits for some seconds; None if that is not enough, or if the
        computation failed (see `failures`): then it is tried again after a pause.
        """
        found = self.computed.get(piece.name)
        if (found is None or self._is_due(found)) and not self.is_paused(piece):
            future = self.order(piece)
            if found is None and (patience > PATIENCE or piece.name not in self.awaited):
                self.awaited.add(piece.name)
                with suppress(TimeoutError):
                    future.result(patience)
            found = self.computed.get(piece.name)
        return found

    @property
    def failures(self) -> tuple[str, ...]:
        """Sentences on what cannot be computed at present, and why."""
        return tuple(self.failure(name) for name in list(self.failed))

    def failure(self, piece: str) -> str:
        """Return why a piece could not be computed, as a sentence; "" if that did not fail."""
        found = self.failed.get(piece)
        return "" if found is None else f"Computing {piece} failed, and is tried again: {found.reason.rstrip('.')}."

    def order(self, piece: Piece[Any]) -> "Future[None]":
        """Have a piece computed, and return the future of its end."""
        return self.background.submit((self.folder, piece.name), lambda calculator: self._compute(piece, calculator))

    def is_fresh(self, computed: Computed[Any]) -> bool:
        """Return True if a value was made from all that is stored."""
        return computed.stamp == self.stamp

    def _is_due(self, computed: Computed[Any]) -> bool:
        if self.is_fresh(computed):
            return False
        reuse = max(LEAST_REUSE if self.is_private else 0.0, REUSE * computed.took)
        return monotonic() - computed.done >= reuse or not self.playing

    def is_paused(self, piece: Piece[Any]) -> bool:
        """Return True if a piece could not be computed, and it is too early to try again."""
        found = self.failed.get(piece.name)
        if found is None or (found.stamp != self.stamp and not self.playing):
            return False
        return monotonic() - found.when < found.pause

    def _compute(self, piece: Piece[Any], calculator: Calculator) -> None:
        began, stamp, renamings = monotonic(), stamp_of(self.folder), self.renamings
        order = Order(piece.name, str(self.folder), stamp, self._how(), self.is_private)
        answer = calculator.calculate(order, here=self._is_small())
        problem = answer.problem
        try:
            if answer.damage and not self.examine:
                self._leave_out_damage()
            value = None if problem else msgspec.json.decode(answer.value, type=piece.type)
        except (StoreError, msgspec.MsgspecError) as found:  # the second one of a process of another version
            problem = problem_words(found, self.folder)
        now = monotonic()
        if problem:
            self._note_failure(piece.name, problem, stamp, now - began)
            return
        self.failed.pop(piece.name, None)
        if renamings != self.renamings:
            return
        self.computed[piece.name] = Computed(value, answer.games, stamp, now, now - began)
        self.computations += 1

    def _is_small(self) -> bool:
        """Return True for results that are computed in this process; a course's server loads no libraries for it."""
        return not self.is_private and self.index.count <= FEW_GAMES and len(self.minds) <= FEW_MINDS

    def _note_failure(self, piece: str, problem: str, stamp: FileStamp, took: float) -> None:
        before = self.failed.get(piece)
        pause = PAUSE if before is None else min(2 * before.pause, LONGEST_PAUSE)
        self.failed[piece] = Failure(problem, stamp, monotonic(), max(took, pause))

    def _how(self) -> Examination:
        """Return how to examine the store: while games are played once, as the arena that plays has examined it too."""
        return "" if self.computed and self.playing and not self.examine else "games"

    def _leave_out_damage(self) -> None:
        """Read all games again, from a copy without those that are damaged."""
        with self.lock:
            self.examine, self.is_complete = "games", False
            self.index.clear()
        self.refresh()
