"""The drill of shortages in a tiny form; `python -m tests.drills.shortage` is the whole one."""

import errno
from pathlib import Path
from unittest.mock import patch

import pytest

from arena.errors import StoreError
from tests.drills import shortage
from tests.drills.shortage import Counts, Drill


def test_a_clear_line_is_told_and_a_traceback_is_wrong(tmp_path: Path) -> None:
    """Work that ends with an error of the arena's own is told; a traceback, or an error's number, is wrong."""

    def refuse() -> list[str]:
        raise StoreError("no space; make room")

    def number() -> list[str]:
        raise StoreError(str(OSError(errno.ENOSPC, "No space left")))

    def crash() -> list[str]:
        raise OSError(errno.ENOSPC, "No space left")

    drill, counts = Drill(tmp_path, []), Counts("disk")
    assert drill.attempt(counts, "full", refuse) is None
    assert drill.attempt(counts, "room", lambda: ["a"]) == ["a"]
    assert (counts.tried, counts.told, counts.wrong) == (2, 1, [])
    drill.attempt(counts, "number", number)
    drill.attempt(counts, "crash", crash)
    assert [fault.split(":")[1] for fault in counts.wrong] == [" number", " crash"]


def test_without_the_right_to_mount_the_disk_is_skipped(capsys: pytest.CaptureFixture[str]) -> None:
    """A user who may not mount is told so, and no disk is counted."""
    with patch.object(shortage, "can_mount", return_value=False), patch.multiple(shortage, LIMITS={}, PROCESSES=()):
        assert list(shortage.drill(20)) == []
    assert "need the right to mount a tmpfs" in capsys.readouterr().out
