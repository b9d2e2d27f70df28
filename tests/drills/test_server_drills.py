"""The server's drills in a tiny form; `python -m tests.drills.server` and `… .fuzz_server` are the whole ones."""

from pathlib import Path

import pytest

from tests.drills.fuzz_server import fuzz_lines
from tests.drills.server import Attack, drill, print_attack
from tests.world.server.serving import serving


def test_a_player_plays_on_amid_floods(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With 700 heads, 60 listeners and 20 equal actions on a server of 640 connections, nothing is wrong or lost."""
    monkeypatch.setattr("tests.drills.server.MAX_LATENCY", 5.0)  # of a busy machine
    assert drill(heads=700, listeners=60, actions=20, seconds=1, files=1024) == []
    assert len(capsys.readouterr().out.splitlines()) == 7


def test_a_slow_server_is_a_fault() -> None:
    """The report names an attack during which the player waited for too long, and one in which it had no answer."""
    assert print_attack(Attack("slow"), [0.1] * 50 + [3.0] * 2) == ["slow: the player's p99 is 3.00 s"]
    assert print_attack(Attack("dead"), []) == ["dead: the player had no answer"]


def test_lines_on_a_socket_do_no_harm(tmp_path: Path) -> None:
    """Some hundred lines add no ply, and the server logs no traceback."""
    with serving(tmp_path) as server:
        sent = [fuzz_lines(server, sequences=8, number=number) for number in (1, 2, 3)]
    assert sum(sent) > 50  # what hypothesis makes of a seed depends on the modules that are loaded
