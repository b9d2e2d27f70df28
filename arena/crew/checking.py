"""Check the records of games that were played elsewhere: each must be the game that was asked for, by the rules."""

import re
from collections.abc import Sequence

import msgspec

from arena.entrants.entrant import Player
from arena.errors import CrewError
from arena.tournament.adjudicate import judge_of
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from minds.errors import quoted
from world.api import Ending
from world.errors import WorldError
from world.record import Record, read_record
from world.registry import new_world
from world.wire import MAX_MEMORY_BYTES

MAX_RECORD_BYTES = 4_000_000
MAX_WORD_LENGTH = 200  # of a jail's layers, or of a clock
MAX_SECONDS = 1e9
CLOCK = re.compile("(processor|wall(: .*)?)?$")
LOST = {"forfeit": True, "resignation": False}  # endings by the player's own doing, and whether there is a fault


class Checker:
    """Checks records of a plan's games by playing them again in the world, without the minds."""

    def __init__(self, plan: Plan, players: Sequence[Player]) -> None:
        self.plan, self.players, self.world = plan, players, new_world(plan.world)
        self.judge = judge_of(plan.draw, plan.resign)

    def read(self, task: Task, line: bytes) -> Record:
        """Return the record of a game; raise CrewError if it cannot be one of this game."""
        if len(line) > MAX_RECORD_BYTES:
            raise CrewError(f"the record of {task.name} has {len(line)} bytes; expected at most {MAX_RECORD_BYTES}")
        try:
            record = read_record(line)
            msgspec.json.encode(record)  # numbers that can be read, but not be written
            self._check(task, record)
        except (WorldError, CrewError, msgspec.MsgspecError, ValueError, OverflowError, RecursionError) as problem:
            raise CrewError(f"the record of {task.name} is not of this game: {str(problem)[:300]}") from None
        return record

    def _check(self, task: Task, record: Record) -> None:
        seats, opening = self.world.seats, task.opening.actions
        names = tuple(self.players[place].name for place in task.seats)
        found = (
            record.world,
            record.version,
            record.minds,
            record.seed,
            record.opening,
            record.actions[: len(opening)],
        )
        if found != (self.plan.world, self.world.version, names, task.seed, len(opening), opening):
            raise CrewError("its world, minds, seed or opening are others")
        if record.budgets != (self.plan.budget,) * seats or len(record.memories) not in (0, seats):
            raise CrewError("its budgets or memories are others")
        if any(len(text.encode()) > MAX_MEMORY_BYTES for text in record.memories):
            raise CrewError(f"a mind remembers more than {MAX_MEMORY_BYTES} bytes")
        if len(record.layers) not in (0, seats) or not all(map(_is_word, record.layers)):
            raise CrewError("its walls are none")
        if not CLOCK.match(record.clock) or not _is_word(record.clock):
            raise CrewError(f"its clock is {quoted(record.clock)}; expected the processor's, or that on the wall")
        if len(record.init) not in (0, seats) or not all(0 <= seconds < MAX_SECONDS for seconds in record.init):
            raise CrewError("its minds got ready in no possible time")
        if self.plan.max_plies is not None and len(record.plies) > max(self.plan.max_plies, record.opening):
            raise CrewError(f"it has {len(record.plies)} plies; expected at most {self.plan.max_plies}")
        if record.event or record.round or record.name or record.opening_name or record.versions:
            raise CrewError("it says what only the store knows")
        self._replay(task, record)

    def _replay(self, task: Task, record: Record) -> None:
        """Play the actions again; raise an error if one is illegal, or the ending is another one."""
        world = self.world
        world.newrun(task.opening.start, task.seed)
        if world.getstate() != record.start:
            raise CrewError("it begins elsewhere")
        ending = world.ending()
        for number, ply in enumerate(record.plies):
            if ending is not None or world.turn() != ply.seat:
                raise CrewError(f"ply {number + 1} is after the end, or not its player's turn")
            world.takeaction(ply.action)
            ending = world.ending()
            if ending is None and self.judge is not None and number >= record.opening:
                ending = self.judge(record.plies[: number + 1])
        self._check_ending(record, ending or self._ending_of_minds(record))

    def _ending_of_minds(self, record: Record) -> Ending:
        """Return the ending of a game that neither the rules nor the judge have ended."""
        seats = self.world.seats
        ending, fault = record.ending, record.ending.fault
        failed_to_begin = ending.kind == "forfeit" and len(record.plies) == record.opening
        if self.plan.max_plies is not None and len(record.plies) >= self.plan.max_plies and not failed_to_begin:
            return Ending("max plies", (0.5, 0.5) if seats == 2 else self.world.getscore())
        if ending.kind not in LOST or (fault is not None) != LOST[ending.kind]:
            raise CrewError(f"it ends by {quoted(ending.kind)}, but is not over")
        loser = fault.seat if fault is not None else _loser(ending)
        return Ending(ending.kind, tuple(0.0 if seat == loser else 1.0 for seat in range(seats)), fault)

    def _check_ending(self, record: Record, expected: Ending) -> None:
        if record.ending != expected:
            ending = record.ending
            raise CrewError(
                f"it ends by {quoted(ending.kind)} {ending.result}; expected {expected.kind} {expected.result}"
            )


def _is_word(text: str) -> bool:
    return text.isprintable() and len(text) <= MAX_WORD_LENGTH


def _loser(ending: Ending) -> int:
    return ending.result.index(0.0) if 0.0 in ending.result else 0
