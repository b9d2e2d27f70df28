"""A doctor that is killed leaves no folder, file or process behind."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from arena.doctor.files import SHARED
from tests.arena.report.test_report import has_ended
from tests.conftest import until

KILLED = """
import json, os, signal, sys
from arena.doctor.attackers import make
from arena.doctor.bait import Bait

with Bait() as bait:
    left = bait.files.own / f"left-{bait.token}"
    try:
        left.touch()
    except OSError:
        pass
    shared = f"/dev/shm/{bait.token}"
    open(shared, "w").close()
    places = [str(bait.files.folder), str(make("engine").order), str(left), shared]
    print(json.dumps({"places": places, "opponent": bait.opponent.process.pid}), flush=True)
    os.kill(os.getpid(), signal.SIGKILL if sys.argv[1:] == ["killed"] else signal.SIGCONT)
"""


def lay_bait(*arguments: str) -> dict[str, Any]:
    """Lay out the bait in a process of its own; return where it was."""
    command = [sys.executable, "-c", KILLED, *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, timeout=60, check=False)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_killed_doctor_leaves_nothing() -> None:
    """After kill -9 its bait, its attackers' files and its processes are gone."""
    assert SHARED.is_dir()
    found = lay_bait("killed")
    until(lambda: not any(Path(place).exists() for place in found["places"]), seconds=20)
    until(lambda: has_ended(found["opponent"]), seconds=20)


def test_a_doctor_that_ends_leaves_nothing() -> None:
    """The doctor's bait is gone when the doctor has ended."""
    found = lay_bait()
    folder = Path(found["places"][0])
    assert not folder.exists()
    assert has_ended(found["opponent"])
