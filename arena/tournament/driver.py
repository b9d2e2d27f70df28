"""A tournament from its plan to its last game: what is due is played, and what was played is kept at once."""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path

from arena.cell.admission import admit
from arena.crew.local import AnyCrew, Crew, CrewOf, WorkerDied, physical_cores
from arena.errors import ArenaError, PlanError
from arena.store.store import Store
from arena.tournament.formats import due
from arena.tournament.learners import Learners
from arena.tournament.live import cleared
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task, order_openings
from arena.tournament.sources import Sources
from minds.errors import quoted
from world.api import Opening
from world.errors import WorldError
from world.record import Record, read_record
from world.registry import find

AHEAD = 3  # games for each worker that are handed out before they are needed
OFTEN = 0.25  # seconds between two looks at a screen
MOST_DEATHS = 20  # of workers over one game
LONGEST = 64 * 1024 * 1024  # bytes of a file of openings

Progress = Callable[[Mapping[str, tuple[float, ...]], list[tuple[Task, Record]]], None]


def read_openings(plan: Plan) -> list[Opening]:
    """The openings of a plan, in its order."""
    world = find(plan.world)
    if plan.openings == "house":
        found = world.openings()
    elif plan.openings == "none":
        found = [Opening()]
    else:
        path = Path(plan.openings)
        try:
            with path.open(encoding="utf-8", errors="replace") as file:
                text = file.read(LONGEST + 1)
        except OSError as problem:
            raise PlanError(f"openings {quoted(plan.openings)}: {problem.strerror}; or house, or none") from None
        if len(text) > LONGEST:
            raise PlanError(f"openings {quoted(plan.openings)}: longer than {LONGEST} bytes")
        try:
            found = world.openings(text)
        except WorldError as problem:
            raise PlanError(f"openings {quoted(plan.openings)}: {problem}") from None
    if not found:
        raise PlanError(f"openings {quoted(plan.openings)}: there are none in it")
    return order_openings(plan, found)


def play_tournament(store: Store, progress: Progress, trusted: bool = False, crew_of: CrewOf | None = None) -> None:
    """Play all that is still to be played; `progress` is told of all results whenever there are new ones.

    Minds that are elsewhere need a crew that reaches them.
    """
    plan = store.plan
    admit(plan.minds, trusted, remote=crew_of is not None)
    openings, results = read_openings(plan), store.results()
    progress(results, [])
    tasks = due(plan, openings, results)
    if not tasks:
        return
    learners, sources = Learners(plan.minds, store.memory_of), Sources(plan.minds)
    workers = plan.concurrency or physical_cores()
    with cleared(store.folder), (crew_of or Crew)(plan, workers, trusted, store.folder) as crew:
        while tasks:
            _play_all(crew, store, tasks, results, progress, learners, sources)
            tasks = due(plan, openings, results)


def _play_all(
    crew: AnyCrew,
    store: Store,
    tasks: Iterable[Task],
    results: dict[str, tuple[float, ...]],
    progress: Progress,
    learners: Learners,
    sources: Sources,
) -> None:
    """Play these games, a few ahead of what the workers can do, and keep each when it is over."""
    waiting, pending, deaths = list(tasks), dict[Future[str], Task](), dict[str, int]()
    while True:
        while len(pending) < (1 + AHEAD) * crew.workers and (task := learners.next(waiting)) is not None:
            pending[crew.submit(task)] = task
        if not pending:
            return
        done, _ = wait(pending, timeout=OFTEN, return_when=FIRST_COMPLETED)
        finished = []
        for future in done:
            task = pending.pop(future)
            record = _record_of(future, task, deaths)
            if record is None:
                pending[crew.submit(task)] = task
            else:
                finished.append((task, record))
                learners.have_played(task, record)
        if finished:
            sources.check()  # or games of a changed mind would be taken for the old one's
            store.add(finished)
            results.update((task.name, record.ending.result) for task, record in finished)
        progress(results, finished)


def _record_of(future: "Future[str]", task: Task, deaths: dict[str, int]) -> Record | None:
    """What came of a game; None if its worker has died and it is to be played again."""
    try:
        return read_record(future.result())
    except WorkerDied:
        deaths[task.name] = deaths.get(task.name, 0) + 1
        if deaths[task.name] >= MOST_DEATHS:
            raise ArenaError(f"game {task.name}: {MOST_DEATHS} workers have died over it") from None
        return None
