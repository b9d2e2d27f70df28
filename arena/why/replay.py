"""A mind asked again what it was asked in a game: all of it in order, for it may carry something from move to move."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from arena.cell.cell import Cell
from arena.errors import GameError
from arena.store.store import Store, source_hash
from arena.why.moments import Deed, expected
from arena.why.questions import Question, run_of, world_after
from minds.errors import MindsError, quoted
from minds.registry import learns
from world.api import Ending, Fault, FaultKind, MindFailure, Player, Reply, Run, World
from world.budget import Clock
from world.errors import IllegalAction
from world.record import Record
from world.registry import new_world


class Circumstances(Struct, frozen=True):
    """What a mind was told when its game began, and whether it is still the same."""

    spec: str
    run: Run
    has_changed: bool


def circumstances(store: Store, record: Record, seat: int) -> Circumstances:
    """Those of the mind on a seat; a GameError if it is not there any more."""
    name = record.minds[seat]
    place, spec, source = store.entrant(name)
    try:
        memory = store.memory_of(place, before=record.name) if learns(spec) else ""
        return Circumstances(spec, run_of(record, seat, memory), source_hash(spec) != source)
    except (MindsError, OSError) as problem:
        raise GameError(f"{problem}; {quoted(name)} is looked for as it was named in the tournament") from None


class Answer(Deed, frozen=True, omit_defaults=True, kw_only=True):
    """What a mind did when it was asked again."""

    call: str
    log: str = ""  # what it printed meanwhile
    fault: Fault | None = None


class Change(Struct, frozen=True):
    """An earlier answer that is another than in the game."""

    ply: int
    then: str
    now: str


class Replay(Struct, frozen=True):
    """What came of asking again; if the mind fails too early, the answer is to an earlier question."""

    answer: Answer
    earlier: int  # answers that it gave before, the same as in the game but for the changes
    changes: tuple[Change, ...]


def replay(player: Player, record: Record, run: Run, asked: Sequence[Question]) -> Replay:
    """Ask all of it again; the last question is the one that matters."""
    changes: list[Change] = []
    done = 0
    question = Question(asked[-1].ply, "newrun")
    try:
        player.newrun(run)
        for question in asked[:-1]:
            reply = _ask(player, question, record)
            done += 1
            if reply.action != question.action:
                world = world_after(record, question.ply - 1)
                changes.append(Change(question.ply, said(world, question.action), said(world, reply.action)))
        question, before = asked[-1], _log(player)
        answer = _judged(_ask(player, question, record), record, question, isinstance(player, Cell))
        now = _log(player)
        answer = replace(answer, log=now[len(before) :] if now.startswith(before) else now)
    except MindFailure as failure:
        answer = Answer(ply=question.ply, call=question.call, fault=failure.fault)
    if answer.fault is not None:
        answer = replace(answer, fault=_complete(answer.fault, run.seat, question))
    return Replay(answer, done, tuple(changes))


def _ask(player: Player, question: Question, record: Record) -> Reply:
    """One call; what is no question about a state has no action for an answer."""
    if question.state is not None:
        return player.getaction(question.state)
    if question.call == "endrun":
        player.endrun(Ending(record.ending.kind, record.ending.result))
    return Reply("", 0.0)


def _judged(reply: Reply, record: Record, question: Question, timed: bool) -> Answer:
    """The answer as a tournament takes it: one that the world allows, and in time."""
    if question.state is None:
        return Answer(ply=question.ply, call=question.call)
    clock, world = Clock(question.state.budget), world_after(record, question.ply - 1)
    fault, words = "", said(world, reply.action)
    kind: FaultKind = "illegal"
    try:
        world.takeaction(reply.action)
    except IllegalAction as problem:
        fault = str(problem)
    if timed and (too_long := clock.spend(reply.price)):
        kind, fault = "time", too_long
    return Answer(
        ply=question.ply,
        call=question.call,
        action=reply.action,
        said=words,
        thoughts=reply.thoughts,
        expects=expected(new_world(record.world), question.state.text, (reply.thoughts or {}).get("pv")),
        seconds=reply.seconds,
        cpu=reply.cpu,
        left=clock.left if timed else None,
        asked=reply.asked,
        fault=Fault(kind, fault, reply=reply.action, seconds=reply.seconds) if fault else None,
    )


def said(world: World, action: str) -> str:
    """An action as people call it, if it is one."""
    try:
        return world.describe(action)
    except IllegalAction:
        return action


def _complete(fault: Fault, seat: int, question: Question) -> Fault:
    """A fault with what we know of it."""
    return replace(fault, seat=seat, call=question.call, state=question.state.text if question.state else "")


def _log(player: Player) -> str:
    """What it has printed so far; a mind in our own process prints where we do."""
    return player.wire.log if isinstance(player, Cell) and player.wire is not None else ""
