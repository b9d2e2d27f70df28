"""The process that writes the report of `arena run`: it writes what `arena report` writes, and may fail."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.tournament import make_report
from arena.report.reporter import ENOUGH_SECONDS, Reporter
from tests.arena.command import ARENA
from tests.arena.report.test_report import has_ended, store_game
from tests.conftest import until
from world.record import Ply

PLIES = (Ply(0, "1", 0.5, 0.5, None, {"score": 3}), Ply(1, "2", 0.25))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    store_game(tmp_path, PLIES)
    return tmp_path


def process_of(reporter: Reporter) -> "subprocess.Popen[bytes]":
    assert reporter.process is not None
    return reporter.process


def test_it_writes_what_arena_report_writes(folder: Path) -> None:
    """All files and the summary are those of a report written in this process."""
    with Reporter(folder) as reporter:
        reporter.update(1, None)
        reporter.update(0, 0.0)
        summary = reporter.summary()
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".csv", ".html", ".png")}
    assert len(files) > 8
    assert summary == make_report(folder)
    assert files == {name: (folder / name).read_bytes() for name in files}


def test_it_starts_near_the_end(folder: Path) -> None:
    """The process is not started while the end is far or unknown, nor for a tournament without games left."""
    with Reporter(folder) as reporter:
        for games, seconds in ((1000, None), (1000, 2 * ENOUGH_SECONDS), (None, None), (0, 0.0)):
            reporter.update(games, seconds)
            assert reporter.process is None
        assert reporter.summary() is None
        reporter.update(1000, ENOUGH_SECONDS / 2)
        process = process_of(reporter)
    assert process.returncode is not None


def test_one_that_is_killed_has_no_summary(folder: Path) -> None:
    """After kill -9 of the process there is no summary, and no error."""
    with Reporter(folder) as reporter:
        reporter.update(1, None)
        process_of(reporter).kill()
        reporter.update(0, 0.0)
        assert reporter.summary() is None


def test_one_that_is_killed_is_no_zombie(folder: Path) -> None:
    """While games are still played, the arena takes notice of a process that was killed."""
    with Reporter(folder) as reporter:
        reporter.update(2, None)
        process_of(reporter).kill()
        until(lambda: reporter.update(1, None) or process_of(reporter).returncode is not None, seconds=10)
        assert reporter.summary() is None


def test_one_that_fails_has_no_summary(folder: Path) -> None:
    """A report that cannot be written is left to the arena, which says why."""
    (folder / "moves.csv").symlink_to("/dev/full")
    with Reporter(folder) as reporter:
        reporter.update(1, None)
        assert reporter.summary() is None
    with pytest.raises(OSError, match="No space left"):
        make_report(folder)


def test_it_ends_with_the_arena(folder: Path) -> None:
    """After kill -9 of the arena its reporter is gone."""
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom arena.report.reporter import Reporter\n"
        "reporter = Reporter(Path(sys.argv[1]))\nreporter.update(1, None)\n"
        "print(reporter.process.pid, flush=True)\nos.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(folder)], capture_output=True, timeout=60, check=False)
    number = int(done.stdout)
    until(lambda: not Path(f"/proc/{number}").exists() or has_ended(number))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_the_arena_in_order(tmp_path: Path, number: signal.Signals) -> None:
    """SIGTERM and SIGHUP end `arena run` with their exit codes; it says how to resume, as a shell reads it."""
    folder = tmp_path / "my results"
    minds = ("any-random-legal-move", "minimax")
    command = [ARENA, "run", *minds, "--world", "connect4", "--games", "5000", "--out", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        until(lambda: list((folder / "live").glob("*.json")) or process.poll() is not None, seconds=200)
        os.kill(process.pid, number)
        _, complaints = process.communicate(timeout=60)
    assert process.returncode == 128 + number, complaints
    assert f"resume with: arena resume '{folder}'" in complaints
    assert "leaked" not in complaints
    assert "Traceback" not in complaints
