"""Drills that are ended by a signal: they leave no process and no temporary file."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import until
from tests.drills.signals import await_handler

ALL = [
    "classroom",
    "course_load",
    "crews",
    "damage",
    "doctor",
    "forfeits",
    "fuzz_server",
    "fuzz_texts",
    "kills",
    "machines",
    "many",
    "season",
    "server",
    "sharing",
]
ALL += ["shortage", "signals", "slurm", "teach"]
EVERY_DAY = ["fuzz_texts", "sharing"]
OPTIONS = {"fuzz_texts": ["bundles"]}  # which works in a folder
SESSION = "MIND_ARENA_DRILL_TEST"


def processes_of(mark: str) -> list[str]:
    """Return the processes that have a mark in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (path / "environ").read_bytes():
                found.append((path / "cmdline").read_text(encoding="utf-8", errors="replace"))
        except OSError:
            continue
    return found


def test_all_drills_are_named() -> None:
    """Every drill that can be run as a program is in the list above."""
    programs = [path.stem for path in Path(__file__).parent.glob("*.py") if "\ndef main()" in path.read_text("utf-8")]
    assert sorted(programs) == ALL


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in EVERY_DAY else pytest.mark.drill) for name in ALL]
)
def test_an_ended_drill_leaves_nothing(tmp_path: Path, name: str) -> None:
    """SIGTERM ends a drill with 143 as soon as it has made a folder; that and all its processes are gone then."""
    (tmp_path / "temporary").mkdir()
    mark = f"{SESSION}={tmp_path}"
    environment = os.environ | {"TMPDIR": str(tmp_path / "temporary"), SESSION: str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-m", f"tests.drills.{name}", *OPTIONS.get(name, [])],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    )
    try:
        await_handler(process, signal.SIGTERM)
        until(lambda: process.poll() is not None or any((tmp_path / "temporary").rglob("*/*")))
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, b"Traceback" in said) == (143, False), said.decode()
    until(lambda: not processes_of(mark), seconds=10)
    assert list((tmp_path / "temporary").iterdir()) == []
