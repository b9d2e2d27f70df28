"""Describe a game's result and a mind's faults in words."""

import re
from collections.abc import Iterator, Sequence

from world.api import World
from world.errors import printable
from world.record import Record

LAST_LINES = 12
MAX_CAUSE_LENGTH = 300
STARTING = "the minds are starting"
FRAME = re.compile('File "[^"]*", line [0-9]+, in .*')  # of a traceback


def cause(kind: str, message: str, traceback: str) -> tuple[str, ...]:
    """Return the part that the same fault has in common in many positions: a crash its lines, others their kind."""
    if kind not in ("crash", "protocol"):
        return (kind,)
    return (kind, *(FRAME.findall(traceback) or [message.partition(":")[0]]))


def place(kind: str, traceback: str) -> str:
    """Return where a crash happened, the last line of the mind's own files: `"mind.py", line 12, in getaction`."""
    own = [line.strip() for line in traceback.splitlines() if line.startswith('  File "') and '"minds/' not in line]
    return own[-1].removeprefix("File ") if own and kind == "crash" else ""


def brief_cause(kind: str, message: str, traceback: str) -> str:
    """Return a fault on a line: its message, without what is legal instead, and where it happened."""
    first = message.strip().partition("\n")[0]
    text = first if kind == "crash" else first.partition("; expected")[0]
    return printable(", in ".join(filter(None, (text, place(kind, traceback)))))[:MAX_CAUSE_LENGTH]


def players(world: World, names: Sequence[str]) -> list[str]:
    """Return the players' names with their colours."""
    return [f"{printable(name)} ({colour})" for name, colour in zip(names, world.colours, strict=False)]


def verdict(record: Record, names: Sequence[str]) -> str:
    """Return which of the players has won and why, as a sentence."""
    ending = record.ending
    if len(names) == 1:
        forfeits = f" ({ending.fault.kind})" if ending.fault is not None else ""
        return f"{names[0]} scores {ending.result[0]:g}: {ending.kind}{forfeits}"
    if ending.result[0] == ending.result[1]:
        return f"A draw: {ending.kind}"
    winner = 0 if ending.result[0] > ending.result[1] else 1
    reasons = {"resignation": f"{names[1 - winner]} resigns"}
    if ending.fault is not None:
        reasons["forfeit"] = f"{names[1 - winner]} forfeits ({ending.fault.kind})"
    return f"{names[winner]} wins: {reasons.get(ending.kind, ending.kind)}"


def result_line(world: World, record: Record) -> str:
    """Return players, score and ending in one line."""
    names = players(world, record.minds)
    score = " : ".join(f"{part:g}" for part in record.ending.result)
    plies = f"{len(record.plies)} {'ply' if len(record.plies) == 1 else 'plies'}"
    return f"{' – '.join(names)}   {score}   {record.ending.kind}, {plies}"


def explain(record: Record) -> Iterator[str]:
    """Yield a game's faults as lines, each with state, reply, traceback and log."""
    for fault in [fault for fault in (record.ending.fault, *record.late) if fault is not None]:
        yield f"{printable(record.minds[fault.seat])} in {fault.call}: {fault.kind}, {printable(fault.message)}"
        if fault.state:
            yield f"  state  {fault.state}"
        if fault.reply:
            yield f"  reply  {printable(fault.reply)}"
        for title, text in (("traceback", fault.traceback), ("log", fault.log)):
            lines = [printable(line) for line in text.strip().splitlines()]
            if lines:
                cut = f" (the last {LAST_LINES} lines)" if len(lines) > LAST_LINES else ""
                yield f"  {title}{cut}"
                yield from (f"    {line}" for line in lines[-LAST_LINES:])
