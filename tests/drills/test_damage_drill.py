"""The drill of damage in a tiny form; `python -m tests.drills.damage` is the whole one."""

import os
import signal
import time
from pathlib import Path
from random import Random

import pytest

from arena.errors import StoreError
from tests.drills.damage import judge
from tests.drills.damages import KINDS, PAGE, Change, damage
from tests.drills.isolated import Ended, isolated


@pytest.mark.parametrize("kind", sorted(set(KINDS), key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__)
def test_every_kind_of_damage_says_what_it_does(kind: Change) -> None:
    """Damage changes a file, never makes it longer, and is the same for the same seed."""
    content = Random(1).randbytes(4 * PAGE)
    changed, again = bytearray(content), bytearray(content)
    assert kind(changed, Random(5)) == kind(again, Random(5))
    assert (changed, len(changed) <= len(content)) == (again, True)
    assert changed != content


def test_damage_keeps_a_files_rights(tmp_path: Path) -> None:
    """A read-only file is damaged as a disk does it."""
    path = tmp_path / "mind.py"
    path.write_bytes(b"x = 1\n")
    path.chmod(0o444)
    assert damage(path, Random(1)).startswith("mind.py: ")
    assert (path.read_bytes() != b"x = 1\n", path.stat().st_mode & 0o777) == (True, 0o444)


def test_a_crash_a_hang_and_a_traceback_are_seen(tmp_path: Path) -> None:
    """Work in a process of its own is reported when it crashes, hangs or raises; an error of the arena is a refusal."""

    def refuse() -> None:
        raise StoreError("no")

    assert isolated(lambda: os.kill(os.getpid(), signal.SIGKILL), tmp_path).wrong == "ended by signal 9"
    assert isolated(lambda: time.sleep(60), tmp_path, seconds=0.2).wrong.startswith("hangs")
    assert "ZeroDivisionError" in isolated(lambda: 1 / 0, tmp_path).wrong
    assert isolated(refuse, tmp_path) == Ended(None, "arena: no\n", "")
    assert isolated(lambda: ["a"], tmp_path) == Ended(["a"], "", "")


def test_a_silent_change_is_wrong() -> None:
    """Rows that were never there are wrong, fewer rows are noticed if a line says so, and resumed games are equal."""
    truth, told = ["a", "b"], "arena: 'x' is damaged: 1 game cannot be used"
    assert judge("load", Ended(["a", "b"], "", ""), truth) == "harmless"
    assert judge("load", Ended(["a"], told, ""), truth) == "noticed"
    assert judge("load", Ended(["a"], "", ""), truth) == "replayed"
    assert judge("load", Ended(["a", "c"], "", ""), truth).startswith("1 rows that are not true")
    assert judge("load", Ended(["a", "c"], told, ""), truth).startswith("1 rows that are not true")
    lost = "arena: 'x-wal' is damaged, and all that it held is lost"
    assert [judge("resume", Ended(games, lost, ""), truth) for games in (["a"], ["c"])] == [
        "noticed",
        "the games are others than before",
    ]
    assert judge("resume", Ended(["a"], told, ""), truth) == "the games are others than before"
