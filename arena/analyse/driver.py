"""Have all positions of a tournament judged that its store holds no judgement of, and keep them as they come."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager
from queue import Empty, SimpleQueue
from time import monotonic

from arena.analyse.analysts import Analysts
from arena.analyse.judgement import Judge, Judgement
from arena.analyse.positions import WORLD, chosen_moves
from arena.cell import launch
from arena.cell.clock import threads_of
from arena.crew.crew import LostJob
from arena.entrants.version import engine_version
from arena.errors import AnalysisError
from arena.store.judgements import Judgements
from arena.store.store import Store
from minds.errors import SpecError, quoted
from minds.registry import read_spec

INTERVAL = 0.25  # seconds after which judgements are kept, and `progress` is called
MAX_LOSSES = 4  # of a position

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
    judgements: Judgements, states: list[str], analysts: AbstractContextManager[Analysts], progress: Progress
) -> None:
    """Have positions judged, and add the judgements; those that are finished are kept whatever happens."""
    work = _Work(judgements, states, progress)
    try:
        with analysts as judging:
            work.run(judging)
    finally:
        work.keep()


class _Work:
    """Positions that are being judged."""

    def __init__(self, judgements: Judgements, states: list[str], progress: Progress) -> None:
        self.judgements, self.progress = judgements, progress
        self.waiting, self.total, self.done = iter(states), len(states), 0
        self.pending: dict[Future[Judgement], str] = {}
        self.over: SimpleQueue[Future[Judgement]] = SimpleQueue()  # those of the pending ones that have ended
        self.found: list[Judgement] = []  # that are not kept yet
        self.losses: dict[str, int] = {}  # of positions, by state

    def run(self, analysts: Analysts) -> None:
        """Have all positions judged, and keep the judgements now and then; raise AnalysisError if one cannot be."""
        kept = monotonic()
        while self._hand_out(analysts):
            for future in self._ended():
                self._take(future, analysts)
            if monotonic() - kept >= INTERVAL:
                kept = monotonic()
                self.keep()
                self.progress(self.done, self.total)
                launch.reap()
        self.keep()
        self.progress(self.done, self.total)

    def keep(self) -> None:
        """Add the judgements that have been found, also those that nobody has taken after an interruption."""
        ended = [one for one in self.pending if one.done() and not one.cancelled() and one.exception() is None]
        found = [*self.found, *(future.result() for future in ended)]
        for future in ended:
            del self.pending[future]
        self.found = []
        if found:
            self.judgements.add(found)
        self.done += len(found)

    def _hand_out(self, analysts: Analysts) -> bool:
        """Hand out some positions; return False if nothing is left to wait for."""
        while len(self.pending) < analysts.room and (state := next(self.waiting, None)) is not None:
            self._submit(state, analysts)
        return bool(self.pending)

    def _submit(self, state: str, analysts: Analysts) -> None:
        future = analysts.submit(state)
        self.pending[future] = state
        future.add_done_callback(self.over.put)

    def _ended(self) -> "Iterator[Future[Judgement]]":
        """Yield the futures of positions that have ended; wait a moment for the first one."""
        try:
            yield self.over.get(timeout=INTERVAL)
            while True:
                yield self.over.get_nowait()
        except Empty:
            return

    def _take(self, future: "Future[Judgement]", analysts: Analysts) -> None:
        """Take a judgement; one whose worker was lost is made again, but not for ever."""
        if (state := self.pending.pop(future, None)) is None:
            return  # kept already
        try:
            self.found.append(future.result())
        except LostJob as problem:
            self.losses[state] = self.losses.get(state, 0) + 1
            if self.losses[state] >= MAX_LOSSES:
                raise AnalysisError(f"{quoted(state)} cannot be judged: {problem}; what was judged is kept") from None
            self._submit(state, analysts)
