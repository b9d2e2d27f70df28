"""Describe a game's result and a mind's faults in words."""

from collections.abc import Iterator

from world.api import World
from world.errors import printable
from world.record import Record

LAST_LINES = 12


def result_line(world: World, record: Record) -> str:
    """Return players, score and ending in one line."""
    names = [f"{printable(mind)} ({colour})" for mind, colour in zip(record.minds, world.colours, strict=False)]
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
