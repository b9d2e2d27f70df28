"""The messages between the head of a crew and its workers: JSON with fixed fields and bounds, never pickled objects."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from arena.entrants.entrant import Entrant
from arena.errors import CrewError
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from world.record import WorkerIdentity

MAX_GAMES = 1000  # in one batch
MAX_ANSWER_BYTES = 64 << 20
Text = Annotated[str, Meta(max_length=2000)]
Name = Annotated[str, Meta(max_length=200)]
Problem = Literal["birth", "keeper", "lost"]  # no process for a mind; its keeper died; anything else
Reason = Literal["", "version", "jail", "mind", "bundles", "message"]


class Batch(Struct, frozen=True):
    """Games to play, and all that a worker needs to play them."""

    number: int
    versions: dict[str, str]  # of the head's programs, which must be the worker's too
    plan: Plan  # without its minds
    trusted: bool
    entrants: dict[int, Entrant]  # those of the games, by their indices in the plan
    tasks: tuple[Task, ...]
    bundles: dict[str, bytes] = {}  # packed, by digest; empty until a worker says that it lacks them


class Played(Struct, frozen=True, omit_defaults=True):
    """One game of an answer: its record, or the reason why there is none."""

    name: Name
    record: Raw = Raw(b"null")
    problem: Problem | None = None
    reason: Text = ""


class Answer(Struct, frozen=True, omit_defaults=True):
    """The answer to a batch: its games, or a refusal."""

    number: int
    worker: WorkerIdentity
    games: Annotated[tuple[Played, ...], Meta(max_length=MAX_GAMES)] = ()
    seconds: Annotated[float, Meta(ge=0, le=1e9)] = 0.0  # that the games took
    refusal: Reason = ""
    reason: Text = ""


encode = msgspec.json.encode
_batches, _answers = msgspec.json.Decoder(Batch), msgspec.json.Decoder(Answer)


def read_batch(payload: bytes) -> Batch:
    """Return the batch in a payload; raise CrewError if there is none."""
    try:
        return _batches.decode(payload)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise CrewError(f"this is no batch of games: {problem}") from None


def read_answer(payload: object, number: int, names: list[str]) -> Answer:
    """Return the answer to a batch, whose number and games these are; raise CrewError if it is not one."""
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
    if not answer.refusal and [game.name for game in answer.games] != names:
        raise CrewError("the answer has other games than were asked for")
    return answer
