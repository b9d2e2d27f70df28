"""Have all positions of a tournament judged that its store holds no judgement of, and keep each batch at once."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait

from arena.analyse.analyst import read_outcome, write_batch
from arena.analyse.analysts import ThreadAnalysts
from arena.analyse.judgement import Judge
from arena.analyse.positions import WORLD, chosen_moves
from arena.cell import launch
from arena.cell.clock import threads_of
from arena.entrants.version import engine_version
from arena.errors import AnalysisError
from arena.store.judgements import Judgements
from arena.store.store import Store
from minds.errors import SpecError, quoted
from minds.registry import read_spec

AHEAD = 2  # batches handed out for each worker, the one at work included
BATCH_NODES, MAX_BATCH = 500_000, 64  # about a second of an engine's work, or so many positions
INTERVAL = 0.25  # seconds between two calls of `progress`

Progress = Callable[[int, int], None]  # of the positions judged and to be judged


def judge_of(spec: str, nodes: int) -> Judge:
    """Return the judge that an engine is here; raise AnalysisError if it is not installed, or cannot be one."""
    try:
        found = read_spec(spec)
    except SpecError as problem:
        install = "install Stockfish (Debian: apt install stockfish), or name an engine with --engine uci:PATH"
        raise AnalysisError(f"{problem}; {install}") from None
    if found.kind != "uci":
        raise AnalysisError(f"--engine {quoted(spec)}; expected a UCI engine, such as uci:stockfish")
    if threads_of(found) > 1:
        raise AnalysisError(f"--engine {quoted(spec)}; expected one thread: with more, it judges anew each time")
    return Judge(spec, engine_version(found), nodes)


def missing_states(store: Store, judgements: Judgements) -> list[str]:
    """Return the different positions before and after the minds' moves that are not judged, in order of the games."""
    if store.plan.world != WORLD:
        raise AnalysisError(f"a tournament in {store.plan.world}; arena analyse judges moves of {WORLD} only")
    needed = (state for _, move in chosen_moves(store.records()) for state in move.states)
    return [state for state in dict.fromkeys(needed) if judgements.get(state) is None]


def judge_all(
    judgements: Judgements, states: list[str], workers: int, progress: Progress, trusted: bool = False
) -> None:
    """Have positions judged, and add the judgements; those that are finished are kept whatever happens."""
    size = max(1, min(MAX_BATCH, BATCH_NODES // judgements.judge.nodes, len(states) // workers))
    batches = (write_batch(judgements.judge, tuple(states[i : i + size])) for i in range(0, len(states), size))
    work = _Work(judgements, len(states), progress)
    try:
        with ThreadAnalysts(judgements.judge, workers, trusted) as analysts:
            while work.hand_out(batches, analysts):
                work.take_in(wait(work.pending, timeout=INTERVAL, return_when=FIRST_COMPLETED).done)
                launch.reap()
    except BaseException:
        work.keep(work.pending)
        raise


class _Work:
    """The batches that are being judged."""

    def __init__(self, judgements: Judgements, total: int, progress: Progress) -> None:
        self.judgements, self.total, self.progress = judgements, total, progress
        self.done = 0
        self.pending: set[Future[bytes]] = set()

    def hand_out(self, batches: Iterator[bytes], analysts: ThreadAnalysts) -> bool:
        """Hand out some batches; return False if nothing is left to wait for."""
        while len(self.pending) < AHEAD * analysts.workers and (batch := next(batches, None)) is not None:
            self.pending.add(analysts.submit(batch))
        return bool(self.pending)

    def take_in(self, finished: "set[Future[bytes]]") -> None:
        """Add the judgements of finished batches; raise the error of one that failed."""
        problems = self.keep(finished)
        self.pending -= finished
        for future in finished:
            future.result()  # raises what no analyst expects
        if problems:
            raise AnalysisError(problems[0])
        self.progress(self.done, self.total)

    def keep(self, finished: "Iterable[Future[bytes]]") -> list[str]:
        """Add the judgements of finished batches; return what kept some from being whole."""
        ended = [future for future in finished if not future.cancelled() and future.exception() is None]
        outcomes = [read_outcome(future.result()) for future in ended]
        found = [one for outcome in outcomes for one in outcome.found]
        if found:
            self.judgements.add(found)
        self.done += len(found)
        return [outcome.problem for outcome in outcomes if outcome.problem]
