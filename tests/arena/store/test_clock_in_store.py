"""The clock of a game is stored, exported and shown wherever its time is."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import arena
from arena.report.remarks import remarks
from arena.store.checksums import add_checksum
from arena.store.portable import export, rebuild
from arena.store.schema import MIGRATIONS, migrate
from arena.store.store import FILE, open_store
from tests.arena.command import arena as command
from tests.arena.command import without_plots

MINDS = ("minimax", "any-random-legal-move")


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament by the wall clock, the first game of which says why."""
    folder = tmp_path_factory.mktemp("timed")
    options = ["--world", "tictactoe", "--movetime", "5", "--clock", "wall", "--games", "2"]
    done = without_plots("run", *MINDS, *options, "--out", str(folder))
    assert done.returncode == 0, done.stderr
    with open_store(folder) as store:
        (number,) = store.db.execute("SELECT number FROM games ORDER BY name").fetchone()
        store.db.execute("UPDATE games SET clock = 'wall: ann\x1b is remote' WHERE number = ?", (number,))
        add_checksum(store.db, number)
    return folder


def test_a_clock_comes_back_from_the_store(timed: Path) -> None:
    """A record has the clock with which it was stored."""
    with open_store(timed) as store:
        assert [record.clock for record in store.records()] == ["wall: ann\x1b is remote", "wall"]


def test_a_clock_comes_back_from_the_portable_form(timed: Path, tmp_path: Path) -> None:
    """An exported tournament keeps the clocks of its games and that of its plan."""
    with open_store(timed) as store:
        export(store, tmp_path / "out")
        records = list(store.records())
    rebuild(tmp_path / "out", tmp_path / "again")
    with open_store(tmp_path / "again") as store:
        assert list(store.records()) == records
        assert store.plan.clock == "wall"


def test_reports_say_why_games_went_by_the_wall(timed: Path) -> None:
    """The report names the plan's clock, and the games that had to go by the wall with the reason."""
    assert "Both sides of 1 game paid by the wall clock: ann? is remote" in remarks(arena.load(timed))
    assert command("report", str(timed)).returncode == 0
    assert "5 s a move by the wall clock" in (timed / "report.html").read_text(encoding="utf-8")


def test_the_story_of_a_game_names_its_clock(timed: Path) -> None:
    """`arena why` shows the clock below the budget."""
    with open_store(timed) as store:
        (game, *_) = sorted(store.results())
    page = command("why", str(timed), game).stdout
    assert "clock    wall: ann? is remote" in page
    assert page.index("budget   movetime=5") < page.index("clock    wall")


def test_an_older_store_gets_the_column(tmp_path: Path) -> None:
    """The games of a store from before there were clocks have none."""
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        before = next(number for number, step in enumerate(MIGRATIONS) if "COLUMN clock" in step)
        for number, step in enumerate(MIGRATIONS[:before], 1):
            db.executescript(f"{step}; PRAGMA user_version = {number};")
        row = "'g', 1, 'p', 1, NULL, '', 0, '', 1, '', 1, 1.0, NULL, 'goal', 0, 0.0, ''"
        db.execute(f"INSERT INTO games VALUES (1, {row}, '', '')")
        migrate(db)
        assert db.execute("SELECT clock FROM games").fetchall() == [("",)]
