"""The process that works for a course's server is there again, whatever it has ended by."""

import subprocess
import sys
from pathlib import Path

import pytest

from arena.course import child
from arena.course.child import FAILED, WRONG_COURSE, working_for
from tests.conftest import until


def test_it_is_started_again_after_a_mistake_in_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files may be edited while the course is served: who mends them need not start the server again."""
    codes, works = [WRONG_COURSE, FAILED, WRONG_COURSE], tmp_path / "works"

    def start(_child: object) -> "subprocess.Popen[bytes]":
        if codes:
            return subprocess.Popen([sys.executable, "-c", f"raise SystemExit({codes.pop()})"])
        script = f"import sys; open({str(works)!r}, 'w').close(); sys.stdin.read()"
        return subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE)

    for name in ("PAUSE", "LONG_PAUSE"):
        monkeypatch.setattr(child, name, 0.01)
    monkeypatch.setattr("arena.course.child._Child._start", start)
    with working_for(tmp_path):
        until(works.exists)
