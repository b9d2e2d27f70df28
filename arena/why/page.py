"""The story of a lost game as a page of text, short enough for whoever has ten minutes."""

import shlex
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from arena.report.words import visible
from arena.why.moments import Deed, number
from arena.why.story import Story
from world.api import Fault, Thoughts
from world.registry import find

WIDE = 60  # letters beside a board
MOST_ASKED, LOG_LINES = 4, 12
USUAL = ("depth", "nodes", "score", "mate", "pv")
Facts = Sequence[tuple[str, str]]


def page(story: Story, command: str) -> Iterator[str]:
    """The page, line by line; `command` is what it was asked for with."""
    yield from _heading(story)
    for moment in story.last:
        yield f"\nply {moment.ply}, {who(story, moment.seat)} to move"
        yield from beside(moment.board, folded(facts(moment)))
    yield from _end(story)
    yield from _fall(story)
    for fault in story.faults:
        yield ""
        yield from told(fault, story.minds[fault.seat])
    yield from _again(story, command)


def who(story: Story, seat: int) -> str:
    """A mind with its colour."""
    return f"{visible(story.minds[seat])} ({find(story.world).colours[seat]})"


def _heading(story: Story) -> Iterator[str]:
    names = " – ".join(who(story, seat) for seat in range(len(story.minds)))
    score = " : ".join(f"{part:g}" for part in story.result)
    yield f"{names}   {score}   {story.ending}, {story.plies} {'ply' if story.plies == 1 else 'plies'}"
    walls = story.walls or ("not known" if story.is_strange else "none, it is of the house")
    limits = f"{story.limits.memory} MiB, {story.limits.threads} threads" if story.is_strange else ""
    opening = f"{visible(story.opening)}, {story.given} plies given" if story.given else visible(story.opening)
    known = {"game": story.game, "opening": opening, "view of": visible(story.mind)}
    known |= {"walls": walls, "budget": "; ".join(filter(None, (str(story.budget), limits)))}
    yield from (f"{name:8} {value}" for name, value in known.items() if value)


def _end(story: Story) -> Iterator[str]:
    """The last position of all, and in a word what was wrong there."""
    failed = [one for one in story.faults if (one.call, one.state) == ("getaction", story.end.state)]
    if failed:
        yield f"\nply {story.end.ply}, {who(story, failed[0].seat)} to move"
        yield from beside(story.end.board, folded([("failed", visible(f"{failed[0].kind}, {failed[0].message}"))]))
    else:
        yield f"\nafter ply {story.plies}: {story.ending}"
        yield from beside(story.end.board, [])


def facts(moment: Deed) -> Facts:
    """What was done in a position, thought of it, and spent on it."""
    if moment.given:
        return [("played", f"{visible(moment.said)}, given by the opening")]
    return [("played", visible(moment.said)), *thinking(moment.thoughts or {}, moment.expects), *_spent(moment)]


def thinking(thoughts: Thoughts, expects: Sequence[str]) -> Facts:
    """Thoughts in words, without those that are no thoughts."""
    searched = [f"{name} {visible(str(thoughts[name]))[:20]}" for name in ("depth", "nodes") if name in thoughts]
    line = " ".join(map(visible, expects)) or visible(str(thoughts.get("pv") or ""))
    more = ", ".join(f"{name} {value}" for name, value in thoughts.items() if name not in USUAL)
    known = {"score": worth(thoughts), "searched": ", ".join(searched), "expected": line, "told": visible(more)}
    return [(name, value) for name, value in known.items() if value]


def worth(thoughts: Thoughts | None) -> str:
    """A score in words: in hundredths, or as the moves to a sure win or loss."""
    mate, score = (number((thoughts or {}).get(name)) for name in ("mate", "score"))
    if mate:
        return f"{'wins' if mate > 0 else 'loses'} in {abs(mate):g}"
    return f"{score / 100:+.2f}" if score is not None else ""


def _spent(moment: Deed) -> Facts:
    cpu = f" (cpu {duration(moment.cpu)})" if moment.cpu else ""
    left = [("left", f"{moment.left:.2f} s on the clock")] if moment.left is not None else []
    said = [(visible(one.spec), visible(one.action) or "it failed", one.seconds) for one in moment.asked]
    asked = [f"{spec}: {action}, {duration(seconds)}" for spec, action, seconds in said]
    more = [f"and {len(asked) - MOST_ASKED} more"] if len(asked) > MOST_ASKED else []
    others = [("asked", line) for line in (*asked[:MOST_ASKED], *more)]
    return [("time", f"{duration(moment.seconds)}{cpu}"), *left, *others]


def duration(seconds: float) -> str:
    """A time, not finer than anybody cares about."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def beside(board: str, lines: Iterable[str]) -> Iterator[str]:
    """A board, and lines to the right of it."""
    rows = [f"  {visible(row)}" for row in board.splitlines()]
    width = max(map(len, rows), default=0)
    for row, line in zip_longest(rows, lines, fillvalue=""):
        yield f"{row:{width}}     {line}".rstrip()


def folded(known: Facts) -> Iterator[str]:
    """What is known, name by name, no line of it too long."""
    for name, value in known:
        first, *rest = textwrap.wrap(value, WIDE, max_lines=3, placeholder=" …") or [""]
        yield f"{name:10}{first}"
        yield from (f"{'':10}{line}" for line in rest)


def told(fault: Fault, mind: str) -> Iterator[str]:
    """All there is to know of a fault."""
    yield f"{visible(mind)} failed in {fault.call}: {fault.kind}, {visible(fault.message)}"
    if fault.state:
        yield f"  state    {visible(fault.state)}"
    if fault.reply:
        yield f"  reply    {visible(fault.reply)}"
    if fault.seconds:
        yield f"  time     {duration(fault.seconds)}"
    yield from block("traceback", fault.traceback)
    yield from block("log", fault.log, LOG_LINES)


def block(title: str, text: str, most: int = 1000) -> Iterator[str]:
    """Somebody's lines under a title; of many, the last."""
    lines = [visible(line.expandtabs()) for line in text.strip("\n").splitlines()]
    if lines:
        yield f"  {title}, the last {most} of {len(lines)} lines" if len(lines) > most else f"  {title}"
        yield from (f"    {line}" for line in lines[-most:])


def _fall(story: Story) -> Iterator[str]:
    if story.fall is None:
        return
    before, after = story.fall.before, story.fall.after
    yield (
        f"\n{visible(story.mind)}'s own score fell the most from ply {before.ply} to ply {after.ply}: "
        f"{worth(before.thoughts)} when it played {visible(before.said)}, then {worth(after.thoughts)}"
    )
    if before.ply not in [moment.ply for moment in story.last]:
        yield f"\nply {before.ply}, {who(story, before.seat)} to move"
        yield from beside(before.board, folded(facts(before)))


def _again(story: Story, command: str) -> Iterator[str]:
    if story.replay is None:
        return
    trusted = " --trust" if story.walls.startswith("none") else ""
    again = f"  {command} --replay {story.replay}"
    yield "\nask it again, in that very position:"
    yield f"{again}{trusted}"
    if not story.spec.startswith("cmd:"):
        yield f"{again} --pdb      (in the debugger, without a jail)"


def command_of(folder: str, game: str, mind: str) -> str:
    """The command that explains a game, as it can be typed."""
    words = ["arena", "why", folder, game, *(["--mind", mind] if mind else [])]
    return shlex.join(words)
