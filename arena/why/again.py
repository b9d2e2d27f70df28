"""What came of asking a mind again, beside what it did in the game, as a page of text."""

import textwrap
from collections.abc import Iterator
from itertools import zip_longest

from msgspec import Struct

from arena.report.words import visible
from arena.why.moments import Moment
from arena.why.page import LOG_LINES, Facts, beside, block, facts, told
from arena.why.replay import Answer, Replay
from world.api import Fault
from world.record import Record

COLUMN, GAP = 32, 2
ORDER = ("failed", "played", "score", "searched", "expected", "told", "time", "left", "asked")


class Again(Struct, frozen=True):
    """A replay, and what it is to be compared with."""

    game: str
    mind: str
    ply: int
    is_timed: bool
    has_changed: bool  # the mind's source, since the tournament
    then: Moment
    failed: Fault | None  # what it did wrong in the game, if it was here
    replay: Replay

    @property
    def is_same(self) -> bool:
        """Whether it did as in the game: gave the same answer, or failed in the same way."""
        now = self.replay.answer
        if self.failed is None or now.fault is None:
            return self.failed is now.fault and now.action == self.then.action
        kinds = [(fault.call, fault.kind, fault.message) for fault in (now.fault, self.failed)]
        late = now.fault.kind == self.failed.kind == "time"  # by how much is never the same
        return now.ply == self.ply and (late or kinds[0] == kinds[1])


def compare(record: Record, seat: int, then: Moment, has_changed: bool, again: Replay) -> Again:
    """A replay of the moment that it is to be compared with."""
    faults = [fault for fault in (record.ending.fault, *record.late) if fault is not None and fault.seat == seat]
    failed = faults[0] if faults and then.ply > len(record.plies) else None
    return Again(record.name, record.minds[seat], then.ply, record.is_timed, has_changed, then, failed, again)


def page(again: Again, in_full: bool = True) -> Iterator[str]:
    """The page, line by line; not in full for whoever has just seen the fault in a debugger."""
    answer, mind = again.replay.answer, visible(again.mind)
    yield f"ply {again.ply} of {again.game}, asked of {mind} again"
    then: Facts = [("failed", _short(again.failed))] if again.failed else facts(again.then)
    yield from beside(again.then.board, _columns(then, _now(again, answer)))
    yield ""
    yield from _verdict(again)
    if answer.fault is not None and in_full:
        yield ""
        yield from told(answer.fault, again.mind)
    if answer.log:
        yield ""
        yield from block("log", answer.log, LOG_LINES)


def _now(again: Again, answer: Answer) -> Facts:
    early = f"already at ply {answer.ply}: " if answer.ply < again.ply else ""
    failed = [("failed", f"{early}{_short(answer.fault)}")] if answer.fault else []
    if answer.call != "getaction":
        return failed or [("failed", f"not in {answer.call}")]
    if answer.fault is not None and not answer.action:
        return failed
    return [*failed, *facts(answer)]


def _short(fault: Fault | None) -> str:
    return visible(f"{fault.kind}, {fault.message}") if fault else ""


def _columns(then: Facts, now: Facts) -> Iterator[str]:
    """What was in the game, and what is now, side by side."""
    yield f"{'':10}{'in the game':{COLUMN + GAP}}now"
    for name in ORDER:
        sides = [[value for known, value in facts if known == name] for facts in (then, now)]
        if any(sides):
            folded = [_fold("; ".join(values)) for values in sides]
            for number, (one, other) in enumerate(zip_longest(*folded, fillvalue="")):
                yield f"{'' if number else name:10}{one:{COLUMN + GAP}}{other}"


def _fold(text: str) -> list[str]:
    return textwrap.wrap(text, COLUMN, max_lines=4, placeholder=" …")


def _verdict(again: Again) -> Iterator[str]:
    """What can be said of it, in sentences."""
    mind, changes, earlier = visible(again.mind), again.replay.changes, again.replay.earlier
    here, too = ("as in the game", "and so") if again.is_same else ("not as in the game", "though so")
    answers = f"were its {earlier} earlier answers" if earlier > 1 else "was its earlier answer"
    yield here if changes or not earlier else f"{here}, {too} {answers}"
    if changes:
        first = changes[0]
        more = f", and {len(changes) - 1} more" if changes[1:] else ""
        yield (
            f"{mind} came here by other answers (at ply {first.ply} {visible(first.now)} instead of "
            f"{visible(first.then)}{more}), so this is only similar"
        )
    if again.is_timed and (changes or not again.is_same):
        yield "it plays by the clock: on another day, or another machine, it may think further or less far"
    if again.has_changed:
        yield f"{mind} has changed since the tournament: this is what it does now"
