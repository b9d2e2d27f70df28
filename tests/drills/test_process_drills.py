"""The drills on processes in a tiny form; `python -m tests.drills.kills`, and so on, are the whole ones."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.long


def drill(name: str, *options: str) -> str:
    """Run a drill in a process of its own, which adopts its descendants; return its report."""
    command = [sys.executable, "-m", f"tests.drills.{name}", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_tournament_survives_strikes() -> None:
    """After strikes at a worker, a zygote, the arena and others, the games are the same, and nothing is left."""
    assert "0 wrong, 0 left over, 0 lost" in drill("kills", "--small", "--strikes", "1", "--seed", "150")


def test_arenas_share_a_folder() -> None:
    """Two arenas start in one folder at once: one plays all games, and one refuses with a sentence."""
    report = drill("sharing", "--rounds", "1", "--part", "one folder")
    assert " ".join(report.splitlines()[1].split()).startswith("one folder 1 0 0 0")


def test_games_leave_nothing_behind() -> None:
    """In a hundred games there are never more processes than expected, and none and no file is left."""
    assert "nothing grows, nothing is left over" in drill("many", "--games", "100", "--no-engine")


def test_a_class_is_run_in_spite_of_its_mistakes() -> None:
    """Eight submissions, of which some are broken, hang or attack, end in ranks, tiers and a fault sheet."""
    lines = drill("classroom", "--small").splitlines()
    assert [line for line in lines if "the hanging mind cost" in line]
    assert "nothing was reached" in lines[-2]


def test_disqualification_survives_a_kill() -> None:
    """An arena that is killed while minds forfeit, or start too slowly, ends with the games of an undisturbed one."""
    killed = next(
        line.split() for line in drill("forfeits", "--small", "--trials", "1").splitlines() if "killed" in line
    )
    assert killed[:5] == ["killed", "1", "1", "0", "0"]
