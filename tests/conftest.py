"""What all tests share: where things are, how to wait, and the tables of positions with their counts."""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"

# Where Python may not keep bytecode beside its sources, each of the hundreds of processes that the tests start would
# compile all of ours anew. It is kept in the user's cache instead.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mind-arena-tests")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or it was -B


def pytest_xdist_auto_num_workers() -> int:
    """Test with one process more than there are cores: many tests wait for clocks and other processes."""
    from arena.crew.local import physical_cores

    return physical_cores() + 1


def block_of(page: str, language: str, number: int = 0) -> str:
    """A block of code on one of the pages."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[number]


def until(true: Callable[[], object], seconds: float = 60) -> None:
    """Wait for what happens in another thread or process, and leave the processor to it between two looks."""
    end = monotonic() + seconds
    while not true():
        assert monotonic() < end, f"waited {seconds} seconds"
        sleep(0.01)


class Counted(NamedTuple):
    """A position and how many lines of play there are to each depth."""

    fen: str
    counts: dict[int, int]
    name: str


def read_counts(path: Path) -> list[Counted]:
    """The lines of a perft table: `FEN ;D1 20 ;D2 400 ;what it tries`."""
    table = []
    for line in path.read_text(encoding="utf-8").splitlines():
        fen, *rest = (part.strip() for part in line.split(";"))
        counts = {int(word[1]): int(word.split()[1]) for word in rest if word.startswith("D") and word[1].isdigit()}
        names = [word for word in rest if word.split()[0][1:] not in {str(depth) for depth in counts}]
        table.append(Counted(fen, counts, names[0] if names else fen))
    return table
