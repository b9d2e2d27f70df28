"""The questions that a mind was asked in a game, rebuilt from the record."""

from msgspec import Struct

from arena.errors import GameError
from world.api import UNLIMITED, Run, State, World
from world.budget import Clock
from world.record import Record
from world.registry import new_world
from world.run import state_of


class Question(Struct, frozen=True):
    """One call of a mind and its answer, which is empty if it failed."""

    ply: int
    call: str
    state: State | None = None
    action: str = ""


def questions(record: Record, seat: int) -> list[Question]:
    """Return the questions to the mind on a seat, in order; the call in which it failed comes last."""
    asked, world = [], new_world(record.world)
    world.newrun(record.start, record.seed)
    for count, ply in enumerate(record.plies):
        if ply.seat == seat and count >= record.opening:
            asked.append(Question(count + 1, "getaction", _state(world, record, seat, count), ply.action))
        world.playon()
        world.takeaction(ply.action)
    end = len(record.plies)
    for fault in (record.ending.fault, *record.late):
        if fault is not None and fault.seat == seat:
            state = _state(world, record, seat, end) if fault.call == "getaction" else None
            return [*asked, Question(end + 1, fault.call, state)]
    return asked


def _state(world: World, record: Record, seat: int, played: int) -> State:
    """Return the state that the mind was asked about after `played` plies, which the world has taken."""
    return state_of(world, seat, record.start, _clock(record, seat, played).now(), record.actions[:played])


def world_after(record: Record, played: int) -> World:
    """Return the world of a game after `played` plies."""
    world = new_world(record.world)
    world.newrun(record.start, record.seed)
    for action in record.actions[:played]:
        world.playon()
        world.takeaction(action)
    return world


def _clock(record: Record, seat: int, played: int) -> Clock:
    """Return the seat's clock after `played` plies."""
    budget = record.budgets[seat] if record.budgets else UNLIMITED
    own = [ply.left for ply in record.plies[record.opening : played] if ply.seat == seat]
    return Clock(budget, own[-1] if own else None)


def run_of(record: Record, seat: int, memory: str) -> Run:
    """Return the Run that the mind on a seat was given at the start of the game."""
    opponent = record.minds[1 - seat] if len(record.minds) == 2 else ""
    clock = _clock(record, seat, 0)
    return Run(record.world, seat, record.seed, clock.now(), opponent, record.start, memory)


def questions_up_to(record: Record, seat: int, ply: int) -> list[Question]:
    """Return the questions up to that of a ply; a GameError names the nearest plies if there was no question there."""
    asked = questions(record, seat)
    until = [question for question in asked if question.ply <= ply]
    if until and until[-1].ply == ply:
        return until
    mind = record.minds[seat]
    if not asked:
        raise GameError(f"ply {ply}: {mind} was not asked for any move in {record.name}")
    near = sorted((question.ply for question in asked), key=lambda one: abs(one - ply))[:2]
    nearest = " and ".join(map(str, sorted(near)))
    others = [name for name in record.minds if name != mind and record.opening < ply <= len(record.plies)]
    other = f"; ply {ply} is a move of --mind {others[0]}" if others else ""
    raise GameError(f"{mind} was not asked about ply {ply} of {record.name}; the nearest are {nearest}{other}")
