"""The findings of an examination as a page of text."""

import re
from collections.abc import Iterator, Sequence

from arena.check.examine import OPPONENT, UNFINISHED
from arena.check.findings import Failure, Findings
from arena.report.words import LAST_LINES
from world.errors import printable

MAX_BAR_LENGTH = 30
MOST_PLACES = 3  # named in which a mind failed in the same way
SHARES = (0.01, 0.03, 0.1, 0.3, 1.0)  # of a limit: the bounds of the bars
SECONDS = (0.001, 0.01, 0.1, 1.0, 10.0)  # the bounds where no time limit is set
JAILED = re.compile("No module named|Permission denied|not permitted|name resolution")
HINT = (
    "in the jail a mind has Python's library, numpy, numba, python-chess and its own file, but no network and no other "
    "programs; a mind.py in its own folder may also import and read the files beside it"
)


def page(found: Findings, limit: float | None, memory: int) -> Iterator[str]:
    """Yield the lines of the page, failures last."""
    yield from _mind(found)
    yield from _results(found)
    if found.answers:
        yield ""
        yield from _times([answer.price for answer in found.answers], limit)
        yield from _memory([answer.memory / (1 << 20) for answer in found.answers], memory)
    yield from _remarks(found.remarks)
    for failure in found.failures:
        yield ""
        yield from explain(failure)


def _mind(found: Findings) -> Iterator[str]:
    """Yield the mind's description, and the jail and limits it was tried under."""
    yield f"{printable(found.name)}: {printable(found.description) or '(no docstring)'}"
    if found.parameters:
        yield f"  parameters  {printable(', '.join(f'{name}={value}' for name, value in found.parameters.items()))}"
    readable = f"; it can read {printable(found.readable)}" if found.readable else ""
    yield f"  jail        {found.layers or 'none'}{readable}"
    yield f"  limits      {found.budget}; {found.limits}"


def _results(found: Findings) -> Iterator[str]:
    if found.ready:
        yield f"  started     in {1000 * found.ready:.0f} ms of the processor"
    if found.answers:
        yield f"  answered    {len(found.answers)} of {found.positions} positions legally"
    if found.repeated:
        same = found.repeated - found.differing
        yield f"  repeated    {same} of {found.repeated} answers the same when asked again with the same seed"
    for game in found.games:
        result = game.ending if game.ending == UNFINISHED else f"{game.score:g}, {game.ending}"
        yield f"  played      as {game.colour} against {OPPONENT}: {result}, {game.plies} plies"


def _remarks(remarks: Sequence[str]) -> Iterator[str]:
    if remarks:
        yield ""
    for remark in remarks:
        yield f"  remark      {printable(remark)}"


def _times(times: Sequence[float], limit: float | None) -> Iterator[str]:
    bounds = [share * limit for share in SHARES] if limit else list(SECONDS)
    rows = [f"up to {1000 * bound:g} ms" for bound in bounds]
    yield from _bars("time", times, bounds, rows)


def _memory(sizes: Sequence[float], most: int) -> Iterator[str]:
    bounds = [share * most for share in SHARES]
    yield from _bars("memory", sizes, bounds, [f"up to {bound:.0f} MiB" for bound in bounds])


def _bars(title: str, values: Sequence[float], bounds: Sequence[float], rows: Sequence[str]) -> Iterator[str]:
    """Yield a bar for each bound: the number of values up to it and above the one before."""
    low = float("-inf")
    for bound, row in zip((*bounds, float("inf")), (*rows, "more"), strict=True):
        count = sum(low < value <= bound for value in values)
        low = bound
        if count:
            yield f"  {title:11} {row:>14} {'█' * max(1, round(MAX_BAR_LENGTH * count / len(values)))} {count}"
            title = ""


def explain(failure: Failure) -> Iterator[str]:
    """Yield a failure with everything needed to fix it."""
    fault = failure.fault
    yield f"FAILED in {failure.where}: {fault.kind}, {printable(fault.message)}"
    if failure.board:
        yield from (f"    {line}" for line in failure.board.splitlines())
    if fault.state:
        yield f"  state      {fault.state}"
    if fault.reply:
        yield f"  reply      {printable(fault.reply)}"
    if failure.diagnosis:
        yield f"  diagnosis  {printable(failure.diagnosis)}"
    for title, text in (("traceback", fault.traceback), ("log", fault.log)):
        last = [printable(line) for line in text.strip().splitlines()][-LAST_LINES:]
        if last:
            yield f"  {title}"
            yield from (f"    {line}" for line in last)
    if JAILED.search(fault.message):
        yield f"  hint       {HINT}"
    if failure.more:
        few = "; ".join(failure.more[:MOST_PLACES]) + (" …" if len(failure.more) > MOST_PLACES else "")
        yield f"  the same in {len(failure.more)} more: {printable(few)}"
    yield f"  see it again with: {printable(failure.command)}"
