"""The parts that all tests share: paths, waiting, and the tables of positions with their counts."""

import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"

settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # both by the wall
settings.load_profile("busy")


def pytest_xdist_auto_num_workers() -> int:
    """Test with one process more than there are cores: many tests wait for clocks and other processes."""
    from arena.crew.machine import physical_cores

    return physical_cores() + 1


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, then those with most tests: no worker is left with one at the end."""
    sizes = Counter(item.path for item in items)
    items.sort(key=lambda item: (item.get_closest_marker("long") is None, -sizes[item.path], item.path))


def pytest_configure() -> None:
    """Let what tests start end by signals and keep bytecode, whatever nohup, a script or the environment has set."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # compiling our files takes each of hundreds of processes 0.4 s
    sys.dont_write_bytecode = False
    for number in (signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


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
