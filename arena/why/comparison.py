"""The comparison of a replay with the game, side by side as a page of text."""

import textwrap
from collections.abc import Iterator
from itertools import zip_longest

from msgspec import Struct

from arena.why.moments import Moment
from arena.why.page import LOG_LINES, Facts, beside, facts, fault_lines, text_block
from arena.why.replay import Answer, Replay
from world.api import Fault
from world.errors import printable
from world.record import Record

COLUMN, GAP = 32, 2
ORDER = ("failed", "played", "score", "searched", "expected", "thoughts", "time", "left", "asked")


class Comparison(Struct, frozen=True):
    """A replay and the decision in the game that it is compared with."""

    game: str
    mind: str
    ply: int
    is_timed: bool
    has_changed: bool  # True if the mind's source has changed since the tournament
    then: Moment
    failed: Fault | None  # the mind's fault at this ply of the game
    replay: Replay

    @property
    def is_same(self) -> bool:
        """True if the mind gave the same answer as in the game, or failed in the same way."""
        now = self.replay.answer
        if self.failed is None or now.fault is None:
            return self.failed is now.fault and now.action == self.then.action
        kinds = [(fault.call, fault.kind, fault.message) for fault in (now.fault, self.failed)]
        late = now.fault.kind == self.failed.kind == "time"  # the message contains the time, which always differs
        illegal = now.fault.kind == self.failed.kind == "illegal" and now.action == self.failed.reply  # in any words
        return now.ply == self.ply and (late or illegal or kinds[0] == kinds[1])


def compare(record: Record, seat: int, then: Moment, has_changed: bool, replay: Replay) -> Comparison:
    """Return the comparison of a replay with the moment `then` of the game."""
    faults = [fault for fault in (record.ending.fault, *record.late) if fault is not None and fault.seat == seat]
    failed = faults[0] if faults and then.ply > len(record.plies) else None
    return Comparison(record.name, record.minds[seat], then.ply, record.is_timed, has_changed, then, failed, replay)


def page(again: Comparison, in_full: bool = True) -> Iterator[str]:
    """Yield the lines of the page; `in_full` includes the fault's traceback."""
    answer = again.replay.answer
    yield f"{printable(again.mind)} asked again about ply {again.ply} of {again.game}"
    then: Facts = [("failed", _short(again.failed))] if again.failed else facts(again.then)
    yield from beside(again.then.board, _columns(then, _now(again, answer)))
    yield ""
    yield from _verdict(again)
    if answer.fault is not None and in_full:
        yield ""
        yield from fault_lines(answer.fault, again.mind)
    if answer.log:
        yield ""
        yield from text_block("log", answer.log, LOG_LINES)


def _now(again: Comparison, answer: Answer) -> Facts:
    early = f"already at ply {answer.ply}: " if answer.ply < again.ply else ""
    failed = [("failed", f"{early}{_short(answer.fault)}")] if answer.fault else []
    if answer.call != "getaction":
        return failed or [("failed", f"not in {answer.call}")]
    if answer.fault is not None and not answer.action:
        return failed
    return [*failed, *facts(answer)]


def _short(fault: Fault | None) -> str:
    return printable(f"{fault.kind}, {fault.message}") if fault else ""


def _columns(then: Facts, now: Facts) -> Iterator[str]:
    """Yield the facts of the game and those of the replay, side by side."""
    yield f"{'':10}{'in the game':{COLUMN + GAP}}now"
    for name in ORDER:
        sides = [[value for known, value in facts if known == name] for facts in (then, now)]
        if any(sides):
            folded = [_fold("; ".join(values)) for values in sides]
            for number, (one, other) in enumerate(zip_longest(*folded, fillvalue="")):
                yield f"{'' if number else name:10}{one:{COLUMN + GAP}}{other}"


def _fold(text: str) -> list[str]:
    return textwrap.wrap(text, COLUMN, max_lines=4, placeholder=" …")


def _verdict(again: Comparison) -> Iterator[str]:
    """Yield the conclusion, in sentences."""
    mind, changes, earlier = printable(again.mind), again.replay.changes, again.replay.earlier
    result = "same as in the game" if again.is_same else "not the same as in the game"
    answers = f"its {earlier} earlier answers were" if earlier > 1 else "its earlier answer was"
    link = "and" if again.is_same else "but"
    yield result if changes or not earlier else f"{result}, {link} {answers} the same"
    if changes:
        first = changes[0]
        more = f", and {len(changes) - 1} more" if changes[1:] else ""
        yield (
            f"{mind}'s earlier answers differ (at ply {first.ply} {printable(first.now)} instead of "
            f"{printable(first.then)}{more}), so it may not be in the same situation"
        )
    if again.is_timed and (changes or not again.is_same):
        yield "its time was limited: on another day or machine it may search more or less"
    if again.has_changed:
        yield f"{mind} has changed since the tournament: this is the answer of its present source"
