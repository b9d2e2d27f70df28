"""What an examination found, as people read it."""

import re
from collections.abc import Iterator, Sequence

from arena.check.examine import STOPPED
from arena.check.findings import Findings, Refusal
from arena.report.words import LAST_LINES, visible

WIDE = 30  # letters of the longest bar
STEPS = (0.01, 0.03, 0.1, 0.3, 1.0)
SECONDS = (0.001, 0.01, 0.1, 1.0, 10.0)
WALL = re.compile("No module named|Permission denied|not permitted|name resolution")
HINT = (
    "in the jail a mind sees Python's library, numpy, numba, python-chess and its own file, no network, no programs; "
    "a file called mind.py in a folder of its own may also import and read what lies beside it"
)


def lines(found: Findings, limit: float | None, memory: int) -> Iterator[str]:
    """The whole of it, refusals last: they are what is to be read."""
    yield f"{visible(found.name)}: {visible(found.says) or '(says nothing of itself)'}"
    if found.parameters:
        yield f"  parameters  {visible(', '.join(f'{name}={value}' for name, value in found.parameters.items()))}"
    yield f"  jail        {found.layers or 'none'}{f', where it sees {visible(found.sees)}' if found.sees else ''}"
    yield f"  limits      {found.budget}; {found.limits}"
    if found.ready:
        yield f"  started     in {1000 * found.ready:.0f} ms"
    if found.answers:
        yield f"  answered    {len(found.answers)} of {found.states} positions legally"
    if found.repeated:
        same = found.repeated - found.differing
        yield f"  repeated    {same} of {found.repeated} answers, asked again under the same seed"
    for game in found.games:
        how = "was not finished in time" if game.ending == STOPPED else f"{game.score:g}, {game.ending}"
        yield f"  played      as {game.colour} against chance: {how}, {game.plies} plies"
    if found.answers:
        yield ""
        yield from _times([answer.price for answer in found.answers], limit)
        yield from _memory([answer.memory / (1 << 20) for answer in found.answers], memory)
    yield from _remarks(found.remarks)
    for refusal in found.refusals:
        yield ""
        yield from explain(refusal)


def _remarks(remarks: Sequence[str]) -> Iterator[str]:
    if remarks:
        yield ""
    for remark in remarks:
        yield f"  remark      {visible(remark)}"


def _times(times: Sequence[float], limit: float | None) -> Iterator[str]:
    bounds = [step * limit for step in STEPS] if limit else list(SECONDS)
    rows = [f"up to {1000 * bound:g} ms" for bound in bounds]
    yield from _bars("time", times, bounds, rows)


def _memory(sizes: Sequence[float], most: int) -> Iterator[str]:
    bounds = [step * most for step in STEPS]
    yield from _bars("memory", sizes, bounds, [f"up to {bound:.0f} MiB" for bound in bounds])


def _bars(title: str, values: Sequence[float], bounds: Sequence[float], rows: Sequence[str]) -> Iterator[str]:
    """How many values lie up to each bound, and above the one before."""
    low = float("-inf")
    for bound, row in zip((*bounds, float("inf")), (*rows, "more"), strict=True):
        count = sum(low < value <= bound for value in values)
        low = bound
        if count:
            yield f"  {title:11} {row:>14} {'█' * max(1, round(WIDE * count / len(values)))} {count}"
            title = ""


def explain(refusal: Refusal) -> Iterator[str]:
    """A refusal with all that is needed to mend it."""
    fault = refusal.fault
    yield f"REFUSED in {refusal.where}: {fault.kind}, {visible(fault.message)}"
    if refusal.board:
        yield from (f"    {line}" for line in refusal.board.splitlines())
    if fault.state:
        yield f"  state      {fault.state}"
    if fault.reply:
        yield f"  reply      {visible(fault.reply)}"
    for title, text in (("traceback", fault.traceback), ("log", fault.log)):
        shown = [visible(line) for line in text.strip().splitlines()][-LAST_LINES:]
        if shown:
            yield f"  {title}"
            yield from (f"    {line}" for line in shown)
    if WALL.search(fault.message):
        yield f"  hint       {HINT}"
    yield f"  to see it again: {visible(refusal.again)}"
