"""The far end of a crew: does a batch of jobs in any process that an Executor has on any machine.

`play` is the only function that is ever submitted to an Executor: bytes go in, bytes come out.
"""

from collections.abc import Callable
from time import perf_counter, sleep
from typing import TypeVar

from msgspec import Raw

from arena.crew import ready
from arena.crew.far_games import FarWorker
from arena.crew.far_positions import FarAnalyst
from arena.crew.identity import differing, identity
from arena.crew.messages import (
    Answer,
    GameBatch,
    Outcome,
    PositionBatch,
    Problem,
    Reason,
    Refused,
    encode,
    read_batch,
    read_header,
)
from arena.errors import ArenaError, BirthError, CrewError, KeeperError

PAUSE = 1.0  # seconds before a worker refuses or fails: one that answers at once would draw all work to itself
MAX_REASON = 1000  # characters

Job = TypeVar("Job")


def play(payload: bytes) -> bytes:
    """Do the jobs of a batch, given as bytes; return the answer as bytes."""
    number = -1
    try:
        header = read_header(payload)
        number = header.number
        if reason := differing(header.versions):  # first of all: another version may do anything else otherwise
            return _refuse(number, "version", reason)
        return encode(_answer(read_batch(payload)))
    except CrewError as problem:
        return _refuse(number, "message", str(problem))
    except Refused as refused:
        return _refuse(number, refused.kind, str(refused))


def _refuse(number: int, kind: Reason, reason: str) -> bytes:
    if kind != "bundles":
        sleep(PAUSE)
    return encode(Answer(number, identity(), refusal=kind, reason=reason[:MAX_REASON]))


def _answer(batch: GameBatch | PositionBatch) -> Answer:
    """Return the answer to a batch; raise Refused if this worker cannot do it."""
    if isinstance(batch, PositionBatch):
        with ready.taken(encode((batch.judge, batch.trusted)), lambda: FarAnalyst(batch)) as analyst:
            start = perf_counter()
            found = tuple(_outcome(state, analyst.judge, state) for state in batch.states)
    else:
        with ready.taken(encode((batch.plan, batch.trusted)), lambda: FarWorker(batch)) as worker:
            worker.receive(batch)
            start = perf_counter()
            found = tuple(_outcome(task.name, worker.play, task) for task in batch.tasks)
    if all(one.problem for one in found):
        sleep(PAUSE)
    return Answer(batch.number, identity(), found, round(perf_counter() - start, 6))


def _outcome(name: str, do: Callable[[Job], str], job: Job) -> Outcome:
    """Do a job; return its result, or the reason why there is none."""
    try:
        return Outcome(name, Raw(do(job).encode()))
    except BirthError as problem:
        return _failed(name, "birth", problem)
    except KeeperError as problem:
        return _failed(name, "keeper", problem)
    except Exception as problem:  # whatever it is, it may not happen elsewhere
        return _failed(name, "lost", problem)


def _failed(name: str, kind: Problem, problem: Exception) -> Outcome:
    text = str(problem) if isinstance(problem, ArenaError) else f"{type(problem).__name__}: {problem}"
    return Outcome(name, problem=kind, reason=text[:MAX_REASON])
