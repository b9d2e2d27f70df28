"""Play a tournament from its plan to its last game, and store every game as soon as it is over."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from queue import Empty, SimpleQueue
from time import monotonic

from arena.cell import launch
from arena.crew.crew import Crew, CrewOf, Game, LostJob
from arena.crew.local import WORKER_DEATHS, ProcessCrew
from arena.crew.machine import physical_cores
from arena.entrants.entrant import Player
from arena.entrants.roster import Entered, check_same
from arena.entrants.version import check_versions
from arena.errors import ArenaError, BirthError, KeeperError
from arena.store.before_entrants import renew
from arena.store.store import Store
from arena.store.troubles import TroubleKeeper
from arena.tournament.conduct import Conduct
from arena.tournament.formats import schedule
from arena.tournament.learners import Learners
from arena.tournament.live import cleared
from arena.tournament.openings import BUILT_IN, read_openings, read_text
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from world.api import Opening
from world.record import Record, read_record

INTERVAL = 0.25  # seconds between two calls of `progress`
TROUBLES_INTERVAL = 30.0  # seconds between two times that the workers' troubles are stored
MAX_DEATHS = 20  # of workers and keepers, in one game

Progress = Callable[[Mapping[str, tuple[float, ...]], list[tuple[Task, Record]]], None]


def enter(store: Store, plan: Plan, entered: Sequence[Entered] | None = None) -> list[Opening]:
    """Make a plan the store's plan, with the minds that are new in it, and return its openings.

    `entered` are all minds of the plan, if they were entered already. Raise EntrantError if one has changed since.
    """
    if store.has_plan:
        renew(store)
        check_versions(store.entrants())
    present = store.entrants()
    if entered is not None:
        check_same(present, entered)
    kept = store.openings_text
    text = read_text(plan) if kept is None and plan.openings not in BUILT_IN else None
    openings = read_openings(plan, kept or text)
    if not store.has_plan or plan != store.plan or text is not None:
        store.set_plan(plan, entered[len(present) :] if entered is not None else None, text)
    return openings


def play_tournament(
    store: Store,
    progress: Progress,
    trusted: bool = False,
    crew_of: CrewOf | None = None,
    openings: Sequence[Opening] | None = None,
) -> dict[str, str]:
    """Play all games of the store's plan that are not finished; return the void ones by name, with the reasons.

    `progress` gets all results, and the games that are new since its last call. Remote minds need a crew that reaches
    them. `openings` spares reading them again after `enter`.
    """
    plan = store.plan
    openings = read_openings(plan, store.openings_text) if openings is None else openings
    results = store.results()
    progress(results, [])
    season = _Season(store, openings, results)
    if not season.due():
        return {}
    players, workers = store.players(), plan.concurrency or physical_cores()
    with cleared(store.folder), (crew_of or ProcessCrew)(plan, players, workers, trusted, store.folder) as crew:
        sitting = _Sitting(season, players, crew, progress)
        try:
            while sitting.play():
                pass
        finally:
            sitting.keep_troubles()
        return season.void


class _Season:
    """The games of a store's plan: those that are finished, due, void, or not to be played."""

    def __init__(self, store: Store, openings: Sequence[Opening], results: dict[str, tuple[float, ...]]) -> None:
        self.store, self.plan, self.openings, self.results = store, store.plan, openings, results
        self.void: dict[str, str] = {}  # the reasons why games are void, by their names
        self.entrants = store.entrants()
        self.withdrawn = store.standing("withdrawn")
        self.disqualified = store.standing("disqualified")
        self.conduct = self._follow([])

    def due(self) -> list[Task]:
        """Return the games that can be played now, and follow the minds' conduct in all that the results decide."""
        tasks, unplayed = schedule(self.plan, self.openings, self.results, self.disqualified)
        playable = [task for task in tasks if task.name in self.results or self.withdrawn.isdisjoint(task.seats)]
        self.conduct = self._follow(playable)
        known = self.results.keys() | unplayed.keys() | self.void.keys()
        return [task for task in playable if task.name not in known]

    def add(self, finished: Sequence[tuple[Task, Record]]) -> None:
        """Store finished games, except those that are not to be played any more."""
        counted = [(task, record) for task, record in finished if not self.conduct.is_over_for(task)]
        self.store.add(counted)
        for task, record in counted:
            self.results[task.name] = record.ending.result
            self.conduct.note(task, record.ending.fault.seat if record.ending.fault else None)

    def disqualify(self) -> bool:
        """Disqualify the minds that have forfeited too much; return True if there are any."""
        found = self.conduct.follow()
        for mind, dropped in found.items():
            self.store.disqualify(self.entrants[mind].name, dropped)
            self.disqualified.add(mind)
        return bool(found)

    def _follow(self, tasks: Sequence[Task]) -> Conduct:
        forfeits = self.store.forfeits()
        return Conduct(tasks, self.results, forfeits, self.disqualified, self.plan.max_faults)


class _Sitting:
    """A crew at work on the games of a season."""

    def __init__(self, season: _Season, players: Sequence[Player], crew: Crew, progress: Progress) -> None:
        self.season, self.crew, self.progress = season, crew, progress
        self.learners = Learners([player.spec for player in players], season.store.memory_of)
        self.pending: dict[Game, Task] = {}
        self.over: SimpleQueue[Game] = SimpleQueue()  # those of the pending games that have ended
        self.deaths: dict[str, int] = {}  # of workers and keepers, by the names of games
        self.troubles, self.kept = TroubleKeeper(season.store), monotonic()

    def play(self) -> bool:
        """Play the games that are due, with a few handed out in advance, and store each when it is over.

        Return False if that has changed nothing: none is due, or some are void and others have to wait for them.
        """
        waiting = self.season.due()
        changed = self._judge(waiting)
        while True:
            self._hand_out(waiting)
            if not self.pending:
                return changed
            finished = list(self._finished(self._ended()))
            if finished:
                self.season.add(finished)
                self._judge(waiting)
                changed = True
            if monotonic() - self.kept > TROUBLES_INTERVAL:
                self.keep_troubles()
            self.progress(self.season.results, finished)
            launch.reap()

    def keep_troubles(self) -> None:
        """Store what workers elsewhere have refused, failed to play or answered wrongly."""
        self.troubles.keep(self.crew.roll.troubles())
        self.kept = monotonic()

    def _judge(self, waiting: list[Task]) -> bool:
        """Disqualify minds, and take their games from those that wait; return True if there are any."""
        if found := self.season.disqualify():
            waiting[:] = [task for task in waiting if not self.season.conduct.is_over_for(task)]
        return found

    def _hand_out(self, waiting: list[Task]) -> None:
        while len(self.pending) < self.crew.room:
            if (task := self.learners.next(waiting, self.season.conduct.may_begin)) is None:
                return
            self._submit(task)

    def _submit(self, task: Task) -> None:
        future = self.crew.submit(task)
        self.pending[future] = task
        future.add_done_callback(self.over.put)

    def _ended(self) -> Iterator[Game]:
        """Yield the futures of games that have ended; wait a moment for the first one."""
        try:
            yield self.over.get(timeout=INTERVAL)
            while True:
                yield self.over.get_nowait()
        except Empty:
            return

    def _finished(self, done: Iterable[Game]) -> Iterator[tuple[Task, Record]]:
        """Yield the games that are over; submit those again whose worker, or keeper of a mind, has died."""
        for future in done:
            task = self.pending.pop(future)
            try:
                found = future.result()
                record = found if isinstance(found, Record) else read_record(found)
            except BirthError as problem:
                self.season.void[task.name] = str(problem)
            except (*WORKER_DEATHS, LostJob, KeeperError) as problem:
                self._count_death(task, problem)
                self._submit(task)
            else:
                self.learners.have_played(task, record)
                yield task, record

    def _count_death(self, task: Task, problem: Exception) -> None:
        self.deaths[task.name] = self.deaths.get(task.name, 0) + 1
        if self.deaths[task.name] >= MAX_DEATHS:
            reason = f": {problem}" if isinstance(problem, LostJob) else ""
            words = f"game {task.name}: given up after {MAX_DEATHS} workers or keepers died in it{reason}"
            raise ArenaError(words) from None
