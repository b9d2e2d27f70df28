"""The messages between the head of a crew and its workers: JSON with fixed fields and bounds, never pickled objects."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from arena.analyse.judgement import Judge
from arena.entrants.entrant import Entrant
from arena.errors import CrewError
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from world.record import WorkerIdentity

MAX_JOBS = 1000  # in one batch
MAX_ANSWER_BYTES = 64 << 20
Text = Annotated[str, Meta(max_length=2000)]
Name = Annotated[str, Meta(max_length=200)]
Problem = Literal["birth", "keeper", "lost"]  # no process for a mind; its keeper died; anything else
Reason = Literal["", "version", "jail", "mind", "bundles", "message"]


class Refused(Exception):
    """A batch that a worker does not do, for a kind of reason."""

    def __init__(self, kind: Reason, reason: str) -> None:
        super().__init__(reason)
        self.kind: Reason = kind


class Header(Struct, frozen=True):
    """The part of a batch that workers of all versions understand."""

    number: int
    versions: dict[str, str]  # of the head's programs, which must be the worker's too


class GameBatch(Header, frozen=True, kw_only=True, tag="games", tag_field="kind"):
    """Games to play, and all that a worker needs to play them."""

    plan: Plan  # without its minds
    trusted: bool
    entrants: dict[int, Entrant]  # those of the games, by their indices in the plan
    tasks: tuple[Task, ...]
    bundles: dict[str, bytes] = {}  # packed, by digest; empty until a worker says that it lacks them


class PositionBatch(Header, frozen=True, kw_only=True, tag="positions", tag_field="kind"):
    """Positions to be judged by one engine."""

    judge: Judge
    trusted: bool
    states: tuple[str, ...]


class Outcome(Struct, frozen=True, omit_defaults=True):
    """One job of an answer: the record of a game or the judgement of a position, or the reason why there is none."""

    name: Name
    result: Raw = Raw(b"null")
    problem: Problem | None = None
    reason: Text = ""


class Answer(Struct, frozen=True, omit_defaults=True):
    """The answer to a batch: its results, or a refusal."""

    number: int
    worker: WorkerIdentity
    results: Annotated[tuple[Outcome, ...], Meta(max_length=MAX_JOBS)] = ()
    seconds: Annotated[float, Meta(ge=0, le=1e9)] = 0.0  # that all of them took
    refusal: Reason = ""
    reason: Text = ""


encode = msgspec.json.encode
_headers, _batches = msgspec.json.Decoder(Header), msgspec.json.Decoder(GameBatch | PositionBatch)
_answers = msgspec.json.Decoder(Answer)


def read_header(payload: bytes) -> Header:
    """Return the header of the batch in a payload; raise CrewError if there is none."""
    try:
        return _headers.decode(payload)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise CrewError(f"this is no batch: {problem}") from None


def read_batch(payload: bytes) -> GameBatch | PositionBatch:
    """Return the batch in a payload; raise CrewError if there is none."""
    try:
        found: GameBatch | PositionBatch = _batches.decode(payload)
        return found
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise CrewError(f"this is no batch: {problem}") from None


def read_answer(payload: object, number: int, names: list[str]) -> Answer:
    """Return the answer to a batch, whose number and jobs these are; raise CrewError if it is not one."""
    if not isinstance(payload, bytes) or len(payload) > MAX_ANSWER_BYTES:
        raise CrewError(f"expected at most {MAX_ANSWER_BYTES >> 20} MiB of bytes as an answer")
    try:
        answer = _answers.decode(payload)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise CrewError(f"the answer is none: {str(problem)[:200]}") from None
    if not answer.worker.machine.isprintable() or not answer.worker.walls.isprintable():
        raise CrewError("the worker's name cannot be shown")
    if answer.number != number:
        raise CrewError(f"the answer is to batch {answer.number}; expected {number}")
    if not answer.refusal and [one.name for one in answer.results] != names:
        raise CrewError("the answer has other results than were asked for")
    return answer
