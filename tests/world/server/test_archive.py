"""The archive: damaged rows do not affect the other runs."""

import sqlite3
from pathlib import Path

import pytest

from world.server.archive import Archive
from world.server.request import RunSettings

SETTINGS = RunSettings(
    id="0123456789ab",
    world="tictactoe",
    version=1,
    specs=(None, None),
    names=("a", "b"),
    start="",
    seed=0,
    budgets=(),
    hashes=(None, None),
    began="2026-01-01T00:00:00",
)


def test_damaged_rows_are_skipped(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The other runs are found, and each damaged row gives a warning."""
    path = tmp_path / "served.sqlite"
    archive = Archive(path)
    archive.add(SETTINGS)
    archive.close()
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO runs (id, terms) VALUES ('a', '{')")
        db.execute("INSERT INTO runs (id, terms, summary, record) VALUES ('b', '{', '[', '(')")
    db.close()
    archive = Archive(path)
    assert [settings for settings, _ in archive.unfinished()] == [SETTINGS]
    assert archive.latest(10) == []
    assert archive.finished("b") is None
    archive.close()
    assert caplog.text.count("which is damaged") == 3
