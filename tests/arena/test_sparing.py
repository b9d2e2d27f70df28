"""The environment of processes that work beside a server."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from arena.course import child
from arena.sparing import sparing_environment
from arena.web.results.calculator import Calculator, Order


def test_arithmetic_has_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries of linear algebra are told to use one thread, unless whoever starts the arena says otherwise."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    assert sparing_environment()["OPENBLAS_NUM_THREADS"] == "1"
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    found = sparing_environment()
    assert (found["OPENBLAS_NUM_THREADS"], found["OMP_NUM_THREADS"]) == ("3", "1")
    assert found.items() >= os.environ.items()


def test_ratings_are_computed_by_one_thread(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The process that computes ratings has this environment."""
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    calculator = Calculator()
    calculator.calculate(Order("standings", str(tmp_path), (), ""))
    assert calculator.process is not None
    found = Path(f"/proc/{calculator.process.pid}/environ").read_bytes()
    calculator.close()
    assert b"OPENBLAS_NUM_THREADS=1\0" in found


def test_the_ladder_is_played_by_one_thread(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The process that checks and plays for a course has this environment."""
    started: list[dict[str, str]] = []

    def start(*_: object, env: dict[str, str], **__: object) -> None:
        started.append(env)
        raise InterruptedError

    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setattr(child.subprocess, "Popen", start)
    with suppress(InterruptedError), child.working_for(tmp_path):
        pass
    assert started[0]["OPENBLAS_NUM_THREADS"] == "1"
