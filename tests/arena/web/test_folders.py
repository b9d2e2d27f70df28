"""The tournaments that a server has in memory."""

from pathlib import Path

import pytest

from arena.web.folders import Folders
from tests.bench.made import fill, made_plan


def test_a_tournament_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for a tournament that is in memory gets that one, and no other is made to be thrown away."""
    fill(tmp_path / "t", made_plan(2, games=2))
    folders = Folders(tmp_path)
    first = folders.tournament("t")
    monkeypatch.setattr("arena.web.folders.Tournament", lambda *_: pytest.fail("another one was made"))
    assert first is not None
    assert folders.tournament("t") is first
