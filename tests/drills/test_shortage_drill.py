"""The drill of shortages in a tiny form; `python -m tests.drills.shortage` is the whole one."""

import errno
import json
from pathlib import Path
from unittest.mock import Mock, patch

import pytest

from arena.errors import StoreError
from tests.drills import shortage
from tests.drills.full_server import FullDisk
from tests.drills.shortage import Counts, Drill
from tests.world.server.serving import Answer


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


def test_a_lost_move_is_wrong(tmp_path: Path) -> None:
    """A run that shows all confirmed moves, or more, is right; one that lacks a move, or cannot be read, is wrong."""
    drill = FullDisk(tmp_path, lambda: None)
    drill.confirmed = {"/runs/more": ["0", "1"], "/runs/less": ["0", "1", "0", "1"], "/runs/none": []}
    shown = {"moves": [{"action": action} for action in ("0", "1", "0")]}
    answers = {run: Answer(200, json.dumps(shown), {}) for run in drill.confirmed} | {"/runs/none": Answer(404, "", {})}
    drill._compare(Mock(ask=lambda _, run: answers[run]), "later")
    assert [fault.split(":")[1] for fault in drill.wrong] == [" /runs/less", " /runs/none"]


def test_without_the_right_to_mount_the_disk_is_skipped(capsys: pytest.CaptureFixture[str]) -> None:
    """A user who may not mount is told so, and no disk is counted."""
    with patch.object(shortage, "can_mount", return_value=False), patch.multiple(shortage, LIMITS={}, PROCESSES=()):
        assert list(shortage.drill(20)) == []
    assert "need the right to mount a tmpfs" in capsys.readouterr().out
