"""Replay: ask a mind again what it was asked in a game, in order, because it may carry something from move to move."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from arena.cell.cell import Cell
from arena.entrants.version import is_kept, version_of
from arena.errors import GameError
from arena.store.store import Store
from arena.why.moments import Decision, expected_line
from arena.why.questions import Question, run_of, world_after
from minds.errors import MindsError, quoted
from minds.registry import learns, read_spec
from world.api import Ending, Fault, FaultKind, MindFailure, Player, Reply, Run, World
from world.budget import Clock, kind_of
from world.errors import IllegalAction
from world.record import Record
from world.registry import new_world


class Conditions(Struct, frozen=True):
    """The conditions under which a mind began a game. `has_changed` is True if its source is not the same any more."""

    spec: str
    run: Run
    has_changed: bool


def original_conditions(store: Store, record: Record, seat: int) -> Conditions:
    """Return the conditions of the mind on a seat, or raise a GameError if the mind cannot be found any more."""
    name = record.minds[seat]
    place, entrant = store.entrant(name)
    if entrant.is_imported:
        raise GameError(f"{quoted(name)} is only known from imported games, and cannot be asked again")
    try:
        spec = store.player(entrant).spec
        memory = store.memory_of(place, before=record.name) if learns(spec) else ""
        has_changed = not is_kept(entrant) and version_of(read_spec(spec), entrant.bundle) != entrant.version
        return Conditions(spec, run_of(record, seat, memory), has_changed)
    except (MindsError, OSError) as problem:
        raise GameError(f"{problem}; {quoted(name)} must be where it was when the tournament was played") from None


class Answer(Decision, frozen=True, omit_defaults=True, kw_only=True):
    """The decision of a mind that was asked again."""

    call: str
    log: str = ""  # printed during this call
    fault: Fault | None = None


class Change(Struct, frozen=True):
    """An earlier answer that differs from the game."""

    ply: int
    then: str
    now: str


class Replay(Struct, frozen=True):
    """The result of a replay. If the mind failed early, `answer` is its answer to an earlier question."""

    answer: Answer
    earlier: int  # answers before it, the same as in the game except for the changes
    changes: tuple[Change, ...]


def replay(player: Player, record: Record, run: Run, asked: Sequence[Question]) -> Replay:
    """Ask all questions again; the last one is the one to compare."""
    changes: list[Change] = []
    done = 0
    question = Question(asked[-1].ply, "newrun")
    try:
        player.newrun(run)
        for question in asked[:-1]:
            reply = _ask(player, question, record)
            done += 1
            if reply.action != question.action:
                changes.append(_change(record, question, reply))
        question = asked[-1]
        answer = _ask_last(player, question, record)
    except MindFailure as failure:
        answer = Answer(ply=question.ply, call=question.call, fault=failure.fault)
    if answer.fault is not None:
        answer = replace(answer, fault=_complete(answer.fault, run.seat, question))
    return Replay(answer, done, tuple(changes))


def _change(record: Record, question: Question, reply: Reply) -> Change:
    world = world_after(record, question.ply - 1)
    return Change(question.ply, notation(world, question.action), notation(world, reply.action))


def _ask_last(player: Player, question: Question, record: Record) -> Answer:
    """Ask the question to compare, and keep what the mind prints meanwhile."""
    before = _log(player)
    answer = _judge(_ask(player, question, record), record, question, isinstance(player, Cell))
    after = _log(player)
    return replace(answer, log=after[len(before) :] if after.startswith(before) else after)


def _ask(player: Player, question: Question, record: Record) -> Reply:
    """Make one call; only getaction returns an action."""
    if question.state is not None:
        return player.getaction(question.state)
    if question.call == "endrun":
        player.endrun(Ending(record.ending.kind, record.ending.result))
    return Reply("", 0.0)


def _judge(reply: Reply, record: Record, question: Question, timed: bool) -> Answer:
    """Return the answer, with a fault if the action is illegal or came too late."""
    if question.state is None:
        return Answer(ply=question.ply, call=question.call)
    clock = Clock(question.state.budget, kind=kind_of(record.clock))
    world = world_after(record, question.ply - 1)
    name = notation(world, reply.action)
    fault = _fault(reply, world, clock if timed else None)
    return Answer(
        ply=question.ply,
        call=question.call,
        action=reply.action,
        notation=name,
        thoughts=reply.thoughts,
        expected_line=expected_line(new_world(record.world), question.state.text, (reply.thoughts or {}).get("pv")),
        seconds=reply.seconds,
        cpu=reply.cpu,
        left=clock.left if timed else None,
        asked=reply.asked,
        fault=fault,
    )


def _fault(reply: Reply, world: World, clock: Clock | None) -> Fault | None:
    """Spend the time on the clock and take the action; return what is wrong with them, if anything."""
    kind: FaultKind = "illegal"
    message = ""
    try:
        world.takeaction(reply.action)
    except IllegalAction as problem:
        message = str(problem)
    if clock is not None and (too_long := clock.spend(reply.price)):
        kind, message = "time", too_long
    return Fault(kind, message, reply=reply.action, seconds=reply.seconds) if message else None


def notation(world: World, action: str) -> str:
    """Return a legal action as people write it, and any other text unchanged."""
    try:
        return world.describe(action)
    except IllegalAction:
        return action


def _complete(fault: Fault, seat: int, question: Question) -> Fault:
    """Return a fault with its seat, call and state filled in."""
    return replace(fault, seat=seat, call=question.call, state=question.state.text if question.state else "")


def _log(player: Player) -> str:
    """Return what a mind has printed so far; a mind in this process prints to the terminal, so nothing is kept."""
    return player.log if isinstance(player, Cell) else ""
