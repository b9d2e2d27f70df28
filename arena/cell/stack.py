"""The stack of a mind that is out of time, as the mind's own process has written it (faulthandler).

A hostile mind may write anything instead. So only lines that look like frames are kept, few and short, and source is
quoted from the mind's own files only.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from arena.cell.familiar import HOUSE, familiar
from arena.cell.jail.files import own_files
from minds.errors import printable
from minds.registry import Spec

FRAME = re.compile(r'  File "([^"\n\0]{1,500})", line (\d{1,7}) in (.{1,100})')
ASKING = ("/minds/player.py", "/minds/registry.py")  # their frames, and those that called them, are not the mind's
LOADING = "<frozen importlib"
MOST_FRAMES, MAX_LINE_LENGTH, MAX_SOURCE_BYTES = 12, 120, 1_000_000
HEADING = "Stack when its time was over (most recent call last):"


class Frame(Struct, frozen=True):
    """A call of a stack: the file, the line in it, and the function."""

    path: str
    line: int
    function: str


class Stack:
    """The mind's own part of a stack, read from a text that may be anything."""

    def __init__(self, text: str, spec: Spec) -> None:
        self.spec, self.own_files = spec, own_files(spec.path) if spec.kind == "file" else ()
        self.frames = _read(text)  # the most recent call first

    @property
    def place(self) -> str:
        """The line of the mind's own files in which it was last, as the end of a sentence; "" if it is not known."""
        frame = next((frame for frame in self.frames if self._is_own(frame.path)), None)
        if frame is None:
            return ""
        return f": it was in line {frame.line} of {self._name(frame)}, in {printable(frame.function)}"

    def __str__(self) -> str:
        return "\n".join([HEADING, *self._lines()]) if self.frames else ""

    def _lines(self) -> Iterator[str]:
        """Yield the lines of the calls, as a traceback shows them; of very many only the first and the last."""
        half, calls = MOST_FRAMES // 2, self.frames[::-1]
        few = [*calls[:half], None, *calls[-half:]] if len(calls) > MOST_FRAMES else calls
        for frame in few:
            if frame is None:
                yield f"  … {len(calls) - MOST_FRAMES} calls"
                continue
            yield f'  File "{self._name(frame)}", line {frame.line}, in {printable(frame.function)}'
            if source := self._source(frame):
                yield f"    {source}"

    def _name(self, frame: Frame) -> str:
        return printable(familiar(frame.path, self.spec))

    def _is_own(self, path: str) -> bool:
        """Return True if a path is one of the mind's own files, also after all links."""
        try:
            real = str(Path(path).resolve())
        except (OSError, RuntimeError):  # links in a circle
            return False
        return any(real == own or real.startswith(f"{own}/") for own in self.own_files)

    def _source(self, frame: Frame) -> str:
        """Return the line of a frame if it is in one of the mind's own files, else ""."""
        path = Path(frame.path)
        try:
            if not self._is_own(frame.path) or not path.is_file() or path.stat().st_size > MAX_SOURCE_BYTES:
                return ""
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return ""
        line = lines[frame.line - 1] if 0 < frame.line <= len(lines) else ""
        return printable(line.strip())[:MAX_LINE_LENGTH]


def _read(text: str) -> list[Frame]:
    """Return the calls of the mind itself, without those that asked or loaded it."""
    frames: list[Frame] = []
    for path, line, function in FRAME.findall(text):
        if path.startswith(HOUSE) and path.endswith(ASKING):
            break
        frames.append(Frame(path, int(line), function))
    while frames and frames[-1].path.startswith(LOADING):
        frames.pop()
    return frames
