"""The story of a lost game as a page of text."""

import shlex
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from arena.entrants.entrant import IMPORTED
from arena.why.find import is_python
from arena.why.moments import Decision, number
from arena.why.story import Story
from world.api import Fault, Thoughts
from world.errors import printable
from world.registry import find

MAX_WIDTH = 60  # of the text beside a board
MOST_ASKED, LOG_LINES = 4, 12
USUAL = ("depth", "nodes", "score", "mate", "pv")
Facts = Sequence[tuple[str, str]]


def page(story: Story, command: str) -> Iterator[str]:
    """Yield the lines of the page; `command` is the command that shows it."""
    yield from _heading(story)
    for moment in story.last:
        yield f"\nply {moment.ply}, {with_colour(story, moment.seat)} to move"
        yield from beside(moment.board, wrapped(facts(moment)))
    yield from _end(story)
    yield from _drop(story)
    for fault in story.faults:
        yield ""
        yield from fault_lines(fault, story.minds[fault.seat])
    yield from _next_command(story, command)


def with_colour(story: Story, seat: int) -> str:
    """Return a mind's name with its colour."""
    return f"{printable(story.minds[seat])} ({find(story.world).colours[seat]})"


def _heading(story: Story) -> Iterator[str]:
    names = " – ".join(with_colour(story, seat) for seat in range(len(story.minds)))
    score = " : ".join(f"{part:g}" for part in story.result)
    yield f"{names}   {score}   {story.ending}, {story.plies} {'ply' if story.plies == 1 else 'plies'}"
    jail = story.jail or ("unknown" if story.is_foreign else "none (house mind)")
    limits = f"{story.limits.memory} MiB, {story.limits.threads} threads" if story.is_foreign else ""
    opening = (
        f"{printable(story.opening)}, {story.from_opening} plies" if story.from_opening else printable(story.opening)
    )
    known = {"game": story.game, "opening": opening, "mind": printable(story.mind)}
    if story.spec != IMPORTED:  # of whom neither is known
        known |= {"jail": jail, "budget": "; ".join(filter(None, (str(story.budget), limits)))}
    known |= {"clock": printable(story.clock)}
    yield from (f"{name:8} {value}" for name, value in known.items() if value)


def _end(story: Story) -> Iterator[str]:
    """Yield the final position, with the fault if the mind failed there."""
    failed = [one for one in story.faults if (one.call, one.state) == ("getaction", story.end.state)]
    if failed:
        yield f"\nply {story.end.ply}, {with_colour(story, failed[0].seat)} to move"
        yield from beside(story.end.board, wrapped([("failed", printable(f"{failed[0].kind}, {failed[0].message}"))]))
    else:
        yield f"\nafter ply {story.plies}: {story.ending}"
        yield from beside(story.end.board, [])


def facts(moment: Decision) -> Facts:
    """Return the action, thoughts and time of a decision as pairs of label and text."""
    if moment.from_opening:
        return [("played", f"{printable(moment.notation)}, from the opening")]
    return [
        ("played", printable(moment.notation)),
        *thinking(moment.thoughts or {}, moment.expected_line),
        *_spent(moment),
    ]


def thinking(thoughts: Thoughts, expected: Sequence[str]) -> Facts:
    """Return a mind's thoughts as pairs of label and text, without the empty ones."""
    searched = [f"{name} {printable(str(thoughts[name]))[:20]}" for name in ("depth", "nodes") if name in thoughts]
    line = " ".join(map(printable, expected)) or printable(str(thoughts.get("pv") or ""))
    more = ", ".join(f"{name} {value}" for name, value in thoughts.items() if name not in USUAL)
    known = {
        "score": score_text(thoughts),
        "searched": ", ".join(searched),
        "expected": line,
        "thoughts": printable(more),
    }
    return [(name, value) for name, value in known.items() if value]


def score_text(thoughts: Thoughts | None) -> str:
    """Return a score in pawns, or the number of moves to a forced win or loss."""
    mate, score = (number((thoughts or {}).get(name)) for name in ("mate", "score"))
    if mate:
        return f"{'wins' if mate > 0 else 'loses'} in {abs(mate):g}"
    return f"{score / 100:+.2f}" if score is not None else ""


def _spent(moment: Decision) -> Facts:
    cpu = f" (cpu {duration(moment.cpu)})" if moment.cpu else ""
    left = [("left", f"{moment.left:.2f} s on the clock")] if moment.left is not None else []
    asked = [
        f"{printable(one.spec)}: {printable(one.action) or 'it failed'}, {duration(one.seconds)}"
        for one in moment.asked
    ]
    more = [f"and {len(asked) - MOST_ASKED} more"] if len(asked) > MOST_ASKED else []
    others = [("asked", line) for line in (*asked[:MOST_ASKED], *more)]
    time = [("time", f"{duration(moment.seconds)}{cpu}")] if moment.seconds else []  # games from elsewhere may lack it
    return [*time, *left, *others]


def duration(seconds: float) -> str:
    """Return a time in seconds or milliseconds, rounded."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def beside(board: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield the rows of a board with lines to the right of it."""
    rows = [f"  {printable(row)}" for row in board.splitlines()]
    width = max(map(len, rows), default=0)
    for row, line in zip_longest(rows, lines, fillvalue=""):
        yield f"{row:{width}}     {line}".rstrip()


def wrapped(known: Facts) -> Iterator[str]:
    """Yield the facts, each wrapped to at most three lines."""
    for name, value in known:
        first, *rest = textwrap.wrap(value, MAX_WIDTH, max_lines=3, placeholder=" …") or [""]
        yield f"{name:10}{first}"
        yield from (f"{'':10}{line}" for line in rest)


def fault_lines(fault: Fault, mind: str) -> Iterator[str]:
    """Yield the description of a fault: message, state, reply, time, traceback and log."""
    yield f"{printable(mind)} failed in {fault.call}: {fault.kind}, {printable(fault.message)}"
    if fault.state:
        yield f"  state    {printable(fault.state)}"
    if fault.reply:
        yield f"  reply    {printable(fault.reply)}"
    if fault.seconds:
        yield f"  time     {duration(fault.seconds)}"
    yield from text_block("traceback", fault.traceback)
    yield from text_block("log", fault.log, LOG_LINES)


def text_block(title: str, text: str, most: int = 1000) -> Iterator[str]:
    """Yield a text under a title; only its last lines if there are more than `most`."""
    lines = [printable(line.expandtabs()) for line in text.strip("\n").splitlines()]
    if lines:
        yield f"  {title}, the last {most} of {len(lines)} lines" if len(lines) > most else f"  {title}"
        yield from (f"    {line}" for line in lines[-most:])


def _drop(story: Story) -> Iterator[str]:
    if story.drop is None:
        return
    before, after = story.drop.before, story.drop.after
    yield (
        f"\n{printable(story.mind)}'s own score dropped most between ply {before.ply} and ply {after.ply}: "
        f"{score_text(before.thoughts)} when it played {printable(before.notation)}, then {score_text(after.thoughts)}"
    )
    if before.ply not in [moment.ply for moment in story.last]:
        yield f"\nply {before.ply}, {with_colour(story, before.seat)} to move"
        yield from beside(before.board, wrapped(facts(before)))


def _next_command(story: Story, command: str) -> Iterator[str]:
    if story.replay is None or story.spec.startswith("remote:"):  # it cannot be started from here
        return
    trusted = " --trust" if story.jail.startswith("none") else ""
    again = f"  {command} --replay {story.replay}"
    yield "\nTo ask it again in that position:"
    yield f"{again}{trusted}"
    if is_python(story.spec):
        yield f"{again} --pdb      (in the debugger, without a jail)"
    if is_python(story.spec) and any(fault.kind == "time" and fault.seat == story.seat for fault in story.faults):
        limit = story.budget.movetime
        words = ["arena", "check", story.spec, *(["--movetime", f"{limit:g}"] if limit else [])]
        yield f"  {printable(shlex.join(words))}      (gives it more time: is it slow or stuck?)"


def command_of(folder: str, game: str, mind: str) -> str:
    """Return the command that explains a game, quoted for a shell."""
    words = ["arena", "why", folder, game, *(["--mind", mind] if mind else [])]
    return shlex.join(words)
