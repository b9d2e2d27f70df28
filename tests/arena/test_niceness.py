"""Niceness that holds beside other sessions."""

import os
import subprocess
import sys

import pytest

from arena.niceness import SESSION

SCRIPT = """
import os
from arena.niceness import SESSION, lower_session
os.nice(7)
lower_session(3)
print(SESSION.read_text())
"""


@pytest.fixture(autouse=True)
def _sessions() -> None:
    """Skip the test if the system does not divide the processor by sessions."""
    if not SESSION.exists() or not SESSION.read_text(encoding="ascii").strip():
        pytest.skip("this system does not divide the processor among sessions")


def test_a_session_is_as_nice_as_its_process() -> None:
    """A process that lowers its session gives it its own niceness, and what it wants more."""
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, start_new_session=True, check=True)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert done.stdout.split()[-1] == str(min(min(own + 7, 19) + 3, 19))


PLAYER = """
import os, sys
from pathlib import Path
from arena.cell.cell import Cell
from world.api import Run
os.nice(4)
cell = Cell("any-random-legal-move")
cell.newrun(Run("chess", 0))
mind = cell.process.number()
keeper = int(Path(f"/proc/{mind}/stat").read_text().rpartition(")")[2].split()[1])
zygote = int(Path(f"/proc/{keeper}/stat").read_text().rpartition(")")[2].split()[1])
for number in (mind, zygote):
    print(Path(f"/proc/{number}/autogroup").read_text().split()[-1])
cell.close()
"""


def test_minds_are_as_nice_as_who_plays_them() -> None:
    """A mind and its zygote, which have sessions of their own, leave the processor to others as their arena does."""
    done = subprocess.run([sys.executable, "-c", PLAYER], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(min(os.getpriority(os.PRIO_PROCESS, 0) + 4, 19))] * 2
