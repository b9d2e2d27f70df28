"""The line on stderr that says how much of the core is compiled: rewritten in a terminal, printed once elsewhere."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic
from typing import ClassVar

from minds.board.needed import functions


class Announcement:
    """Functions compiled, of those that are needed; they may be compiled by several processes into one folder."""

    silent: ClassVar[bool] = False  # True in a process that helps another one, which speaks

    def __init__(self, folder: Path | None, needed: Callable[[], set[str]]) -> None:
        """Announce nothing yet; `needed` finds the names of the functions when some turn out to be missing."""
        self.folder, self.find_needed, self.needed = folder, needed, set[str]()
        self.began, self.is_open, self.own = 0.0, False, set[str]()

    def need(self, modules: Iterable[str]) -> None:
        """Announce from now on the functions that these modules need."""
        names = frozenset(functions(modules))
        self.find_needed, self.needed = lambda: set(names), set()

    def unready(self) -> set[str]:
        """Return the functions that are needed and not compiled yet."""
        return self.find_needed() - self._ready()

    def missing(self) -> None:
        """Say that there is something to compile, with the number of functions that are ready."""
        if self.silent:
            return
        if not self.needed:
            self.needed, self.began = self.find_needed(), monotonic()
            if not self._rewrites:
                self._write(f"compiling {len(self.needed)} functions for this machine, once", "\n")
        if self._rewrites:
            self.is_open = True
            ready = len(self._ready() & self.needed)
            self._write(f"compiling {ready + 1 if ready < len(self.needed) else ready} of {len(self.needed)} functions")

    def compiled(self, function: str) -> None:
        """Take note of a function that this process has compiled; end the line with the last one."""
        self.own.add(function)
        if self.is_open and self.needed <= self._ready():
            self.end()

    def end(self) -> None:
        """End the line: nothing more is compiled for now."""
        if self.is_open:
            self.is_open = False
            count, seconds = len(self.needed), monotonic() - self.began
            self._write(f"{count} functions are compiled for this machine, after {seconds:.0f} s", "\n")

    @property
    def _rewrites(self) -> bool:
        """True if the line changes in place: in a terminal, where the folder shows how much there is."""
        return self.folder is not None and sys.stderr.isatty()

    def _ready(self) -> set[str]:
        found = [] if self.folder is None else self.folder.glob("*.nbi")
        return self.own | {path.name.partition("-")[0].rpartition(".")[2] for path in found}

    def _write(self, text: str, end: str = "") -> None:
        start = "\r\x1b[K" if self._rewrites else ""
        print(f"{start}mind-arena: {text}", end=end, file=sys.stderr, flush=True)
