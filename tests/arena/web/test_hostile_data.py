"""A data folder with hostile content: endless tables, pipes, devices, links. Each harms only its own entry."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.store.store import open_store
from arena.tournament.live import Bulletin, BulletinWriter, bulletins
from arena.web.folders import Folders
from tests.arena.tournament.test_live import until
from tests.arena.web.conftest import serving
from tests.arena.web.test_answers import ask

ENDLESS = (
    "ALTER TABLE games RENAME TO true_games;"
    "CREATE VIEW games AS WITH RECURSIVE c(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM c) SELECT * FROM c"
)


def copied(data: Path, folder: Path, script: str = "") -> Path:
    """Return a copy of a tournament with its tables changed."""
    shutil.copytree(data / "first", folder)
    db = sqlite3.connect(folder / "arena.sqlite")
    db.executescript(script)
    db.close()
    return folder


def test_a_table_that_never_ends_is_not_read(data: Path, tmp_path: Path) -> None:
    """A store with an endless view in place of a table is listed with a note, without delay."""
    folder = copied(data, tmp_path / "endless", ENDLESS)
    (entry,) = Folders(tmp_path).entries()
    assert "more than tables" in entry.note
    with pytest.raises(StoreError, match="no arena has made it"), open_store(folder, read_only=True):
        pass


def true_bulletin(folder: Path) -> Path:
    """Write a valid bulletin, whatever its place."""
    folder.mkdir()
    writer = BulletinWriter(folder)
    writer.begin(Bulletin("tictactoe", "001-002-00001a", ("a", "b"), 0.0))
    until(lambda: len(list(bulletins(folder))) == 1)
    writer.close()
    return writer.path


@pytest.mark.parametrize("kind", ["pipe", "device", "link", "folder"])
def test_only_files_are_bulletins(tmp_path: Path, kind: str) -> None:
    """Files that never end, or links to other folders, are skipped."""
    (tmp_path / "live").mkdir()
    path = tmp_path / "live" / "a.json"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero" if kind == "device" else true_bulletin(tmp_path / "elsewhere"))
    assert list(bulletins(tmp_path)) == []


def test_what_makes_no_sense_is_no_failure_of_the_server(data: Path, tmp_path: Path) -> None:
    """A bulletin without minds, a result that is not a number, and a plot that is a link are not shown."""
    copied(data, tmp_path / "odd", "UPDATE games SET score_first = 'much'")
    (tmp_path / "odd" / "ratings.svg").unlink(missing_ok=True)
    (tmp_path / "odd" / "ratings.svg").symlink_to("/etc/hostname")
    writer = BulletinWriter(tmp_path / "odd")
    writer.begin(Bulletin("chess", "001-002-00001a", (), 0.0))
    until(lambda: len(list(bulletins(tmp_path / "odd"))) == 1)
    with serving(tmp_path) as site:
        assert ask(site, "/live")[0] == 200
        assert ask(site, "/results/odd/plots/ratings.svg")[0] == 404
        game = "001-002-00001a"
        assert ask(site, f"/results/odd/games/{game}")[0] == 409
    writer.close()
