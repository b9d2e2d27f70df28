"""The table that ends a drill: a line for each of its parts, also printed as soon as the part is done."""

from collections.abc import Iterable
from time import monotonic
from typing import Protocol


class Part(Protocol):
    """A part of a drill."""

    wrong: list[str]

    def line(self) -> str:
        """Return the part's line of the table."""
        ...


def report(parts: Iterable[Part], heading: str) -> int:
    """Print the parts of a drill as they end, and all of them under a heading; return the exit code."""
    start, wrong, lines = monotonic(), 0, []
    for part in parts:
        wrong += len(part.wrong)
        lines.append(part.line())
        print(f"{lines[-1]}   after {monotonic() - start:.0f} s", flush=True)
    print("\n".join(["", heading, *lines]))
    return 1 if wrong else 0
