"""Damage to a store: it is noticed and named, the other games stay usable, and a resumed tournament is whole again."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec.structs import replace

import arena
from arena.errors import StoreError
from arena.store.recent import tell_lost_games
from arena.store.store import FILE, LOCK, open_store
from arena.web.folders import Folders
from arena.web.results.standings import remarks
from tests.arena.command import arena as with_plots
from tests.arena.command import without_plots as command
from tests.conftest import until

MINDS = ("minimax:depth=1", "any-random-legal-move", "pst-engine")
PAGE = 4096


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished tournament of twelve games."""
    folder = tmp_path_factory.mktemp("played")
    done = command("run", *MINDS, "--games", "4", "--nodes", "100", "--max-plies", "30", "--out", str(folder))
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def copy(played: Path, tmp_path: Path) -> Path:
    """A copy of the tournament, to be damaged."""
    return shutil.copytree(played, tmp_path / "copy")


def games_of(folder: Path) -> dict[str, tuple[object, ...]]:
    """Return all that a game's plan decides: its moves, its ending, its players, but no times."""
    with open_store(folder) as store:
        return {one.name: (one.minds, one.start, one.seed, one.actions, one.ending) for one in store.records()}


def change(folder: Path, query: str) -> None:
    """Change a store past the arena, as a flipped bit does."""
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as db:
        db.execute(query)


def first_game(folder: Path) -> str:
    return min(games_of(folder))


CHANGES = {
    "a move": "UPDATE moves SET action = '1,18' WHERE game = 1 AND ply = 9",
    "a lost move": "DELETE FROM moves WHERE game = 1 AND ply > 24",
    "a time": "UPDATE moves SET seconds = seconds + 1 WHERE game = 1 AND ply = 9",
    "a thought": "UPDATE moves SET told = NULL, depth = 77 WHERE game = 1 AND ply = 9",
    "a result": "UPDATE games SET score_first = 0.25 WHERE number = 1",
    "a seat": "UPDATE games SET first = second, second = first WHERE number = 1",
    "a text for a number": "UPDATE games SET seed = 'much' WHERE number = 1",
    "bytes that are no text": "UPDATE moves SET action = CAST(x'ff' AS TEXT) WHERE game = 1 AND ply = 9",
    "a blob for a text": "UPDATE moves SET action = CAST(action AS BLOB) WHERE game = 1 AND ply = 9",
    "a fault": "INSERT INTO incidents VALUES (1, 1, 0, '', 'crash', '', '', '', '', '', 0.0)",
    "its checksum": "UPDATE games SET checksum = NULL WHERE number = 1",
}


@pytest.mark.parametrize("query", CHANGES.values(), ids=CHANGES)
def test_a_changed_game_is_noticed(copy: Path, query: str) -> None:
    """A report names a game that has changed and leaves it out; resuming plays it again, with the same result."""
    whole = games_of(copy)
    with open_store(copy) as store:
        ((name,),) = store.db.execute("SELECT name FROM games WHERE number = 1")
    change(copy, query)
    with pytest.raises(StoreError, match=r"is damaged in game|cannot be read"), open_store(copy) as store:
        list(store.records())
    done = (with_plots if query == CHANGES["a move"] else command)("report", str(copy))
    assert (done.returncode, f"1 game cannot be used ({name})" in done.stderr) == (0, True), done.stderr
    assert len((copy / "games.csv").read_text(encoding="utf-8").splitlines()) == 12
    done = command("resume", str(copy))
    assert (done.returncode, "arena.sqlite.damaged" in done.stderr) == (0, True), done.stderr
    assert games_of(copy) == whole
    assert command("resume", str(copy)).stderr.count("damaged") == 0


def page_of(folder: Path, query: str) -> int:
    with closing(sqlite3.connect(folder / FILE)) as db:
        return int(db.execute(query).fetchone()[0])


@pytest.mark.parametrize("table", ["games", "moves", "sqlite_autoindex_games_1"])
def test_a_broken_page_costs_only_its_games(copy: Path, table: str) -> None:
    """A page of a table that SQLite cannot read any more is named, and what is not on it is still used."""
    whole = games_of(copy)
    root = page_of(copy, f"SELECT rootpage FROM sqlite_master WHERE name = '{table}'")
    content = bytearray((copy / FILE).read_bytes())
    place = (root - 1) * PAGE
    if content[place] in (2, 5):  # the root only leads to other pages: take the first of them
        cell = int.from_bytes(content[place + 12 : place + 14], "big")
        place = (int.from_bytes(content[place + cell : place + cell + 4], "big") - 1) * PAGE
    content[place] ^= 0x40  # its kind
    (copy / FILE).write_bytes(content)
    done = command("report", str(copy))
    rest = "holds no games" if table == "games" else "is damaged"  # the games are so few that they are on one page
    assert (done.returncode, rest in done.stderr) == (2 if table == "games" else 0, True), done.stderr
    for line in (["export", "--out", str(copy / "out")], ["why"], ["entrants"]):
        assert command(line[0], str(copy), *line[1:]).returncode == 0
    done = command("resume", str(copy))
    assert done.returncode == 0, done.stderr
    assert games_of(copy) == whole


def test_a_changed_plan_is_noticed(copy: Path) -> None:
    """A plan that has changed since it was stored is named in a report, and is not played on."""
    change(copy, "UPDATE plans SET toml = replace(toml, 'nodes = 100', 'nodes = 900')")
    done = command("report", str(copy))
    assert (done.returncode, "the tables plans have changed" in done.stderr) == (0, True), done.stderr
    done = command("resume", str(copy), "--games", "6")
    assert (done.returncode, "damaged in its plans" in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize("value", ["7", "x'00'"])
def test_a_plan_that_is_no_text_is_one_line(copy: Path, value: str) -> None:
    """A number or a blob in the plan's place is an error in one line."""
    change(copy, "CREATE TABLE other AS SELECT * FROM plans")
    change(copy, "DROP TABLE plans")
    change(copy, "ALTER TABLE other RENAME TO plans")
    change(copy, f"UPDATE plans SET toml = {value}")
    for name in ("report", "resume"):
        done = command(name, str(copy))
        assert (done.returncode, "its plan cannot be read" in done.stderr) == (2, True), done.stderr


def test_a_file_that_is_no_store_is_one_line(copy: Path) -> None:
    """A store whose first page is gone is an error in one line for every command."""
    (copy / FILE).write_bytes(bytes(PAGE) + (copy / FILE).read_bytes()[PAGE:])
    for name in ("report", "export", "why", "entrants", "resume"):
        done = command(name, str(copy))
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr


def test_an_older_store_has_a_hash_of_its_moves(copy: Path) -> None:
    """Games that were stored without checksums are used, and those whose moves have changed are noticed."""
    whole = games_of(copy)
    change(copy, "ALTER TABLE minds DROP COLUMN forgiven")
    change(copy, "ALTER TABLE minds DROP COLUMN hand_in")
    change(copy, "ALTER TABLE games DROP COLUMN init_first")
    change(copy, "ALTER TABLE games DROP COLUMN init_second")
    change(copy, "ALTER TABLE games DROP COLUMN worker")
    change(copy, "DROP INDEX incidents_of_games")
    change(copy, "ALTER TABLE games DROP COLUMN checksum")
    for table in ("judgements", "judges", "checksums"):
        change(copy, f"DROP TABLE {table}")
    change(copy, "PRAGMA user_version = 4")
    assert games_of(copy) == whole
    assert "damaged" not in command("report", str(copy)).stderr
    change(copy, CHANGES["a move"])
    assert "1 game cannot be used" in command("report", str(copy)).stderr


def test_the_portable_form_of_a_damaged_store_is_whole(copy: Path, tmp_path: Path) -> None:
    """An export holds the games that are whole; the store made from it has checksums again."""
    change(copy, CHANGES["a move"])
    done = command("export", str(copy), "--out", str(tmp_path / "out"))
    assert (done.returncode, "1 game cannot be used" in done.stderr) == (0, True)
    assert arena.load(tmp_path / "out").count == 11
    with open_store(tmp_path / "out") as store:
        assert store.db.execute("SELECT count(*) FROM games WHERE length(checksum) = 16").fetchone() == (11,)


def test_damage_is_told_on_the_pages(copy: Path) -> None:
    """The report's page, the terminal and the web page of a tournament name the games that they leave out."""
    change(copy, CHANGES["a move"])
    name = "1 game cannot be used"
    done = with_plots("report", str(copy))
    assert (name in done.stdout, name in (copy / "report.html").read_text(encoding="utf-8")) == (True, True)
    tournament = Folders(copy.parent).tournament(copy.name)
    assert tournament is not None
    found = remarks(tournament, 60.0)
    assert found is not None
    assert (tournament.index.count, name in tournament.damage, name in found.remarks[0].text) == (11, True, True)


def test_a_list_of_lost_games_leaves_out_changed_ones(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A result that has changed is in no list of lost games, and a changed name in no list of minds."""
    listed = command("why", str(copy)).stdout.splitlines()
    change(copy, "UPDATE games SET score_first = 1 - score_first, score_second = score_first, ending = 'checkmate'")
    done = command("why", str(copy))
    assert (done.stdout, "12 games cannot be used" in done.stderr, len(listed) > 1) == ("", True, True), done.stderr
    change(copy, "UPDATE minds SET name = 'minimay' WHERE number = 1")
    Folders(copy.parent).entries()
    assert "the tables minds have changed" in capsys.readouterr().err
    change(copy, "UPDATE minds SET name = 'minimaz' WHERE number = 1")
    assert "the tables minds have changed" in command("entrants", str(copy)).stderr


def test_games_of_a_killed_arena_are_read_where_nothing_can_be_written(copy: Path, tmp_path: Path) -> None:
    """Games that a killed arena left in SQLite's second file are read in a folder that cannot be written, too."""
    live = shutil.copytree(copy, tmp_path / "live")
    with closing(sqlite3.connect(copy / FILE, isolation_level=None)) as db:
        db.execute("PRAGMA wal_autocheckpoint = 0")
        db.execute("UPDATE games SET name = 'last' WHERE number = 1")
        for end in ("", "-wal", "-shm"):
            shutil.copy(copy / f"{FILE}{end}", live)
    with patch("arena.store.store.os.access", return_value=False), open_store(live) as store:
        assert store.db.execute("SELECT name FROM games WHERE number = 1").fetchone() == ("last",)


def test_a_column_whose_name_is_no_text_is_one_line(copy: Path) -> None:
    """A flipped bit in the names of columns is an error in one line, which is no traceback."""
    game = first_game(copy)
    content = (copy / FILE).read_bytes()
    assert content.count(b"told TEXT") == 1
    (copy / FILE).write_bytes(content.replace(b"told TEXT", b"\xf4old TEXT"))
    done = command("why", str(copy), game)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "cannot be read: 'utf-8' codec can't decode" in done.stderr


@pytest.mark.parametrize("place", [0, 12, 30])
def test_a_lost_second_file_is_told(copy: Path, tmp_path: Path, place: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A line says that the games played last are lost if the header of SQLite's second file is damaged."""
    live = shutil.copytree(copy, tmp_path / "live")
    code = "db.execute('PRAGMA journal_mode = WAL'); db.execute('UPDATE games SET round = 2'); os._exit(0)"
    begin = f"import os, sqlite3; db = sqlite3.connect({str(live / FILE)!r}, isolation_level=None)"
    subprocess.run([sys.executable, "-c", f"{begin}; {code}"], check=True)  # which ends as if it was killed
    tell_lost_games(live / f"{FILE}-wal")
    assert capsys.readouterr().err == ""
    content = bytearray((live / f"{FILE}-wal").read_bytes())
    content[place] ^= 1
    (live / f"{FILE}-wal").write_bytes(content)
    assert "arena.sqlite-wal' is damaged, and all that it held is lost" in command("report", str(live)).stderr
    tell_lost_games(live / f"{FILE}-wal")  # again: a server opens a store for each page
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("length", [0, 3, 31, 32])
def test_a_second_file_that_is_being_emptied_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], length: int
) -> None:
    """A server that looks while an arena writes games back finds any part of the header, and says nothing."""
    file = tmp_path / f"{FILE}-wal"
    file.write_bytes(b"x" * 4096)
    monkeypatch.setattr(Path, "open", lambda *_: BytesIO(b"x" * length))  # emptied since anybody has looked
    tell_lost_games(file)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "left",
    ["incidents VALUES (13, 1, 0, 'getaction', 'illegal', '', '', '', '', '', 0)", "memories VALUES (13, 0, 'wrong')"],
)
def test_a_lost_game_leaves_the_next_one_alone(copy: Path, left: str) -> None:
    """Rows that a half written store has kept of a lost game are noticed, and not taken for the next game's."""
    change(copy, f"INSERT INTO {left}")
    done = command("resume", str(copy), "--games", "6")
    assert (done.returncode, "is damaged" in done.stderr) == (0, True), done.stderr
    with open_store(copy) as store:
        assert [(one.ending.fault, any(one.memories)) for one in store.records()] == [(None, False)] * 18


def test_a_plan_does_not_depend_on_the_second_file(copy: Path, tmp_path: Path) -> None:
    """A killed arena's plan is kept also if SQLite's second file is lost; only games are played again."""
    with open_store(copy) as store:
        store.set_plan(replace(store.plan, games=6))
        (tmp_path / "killed").mkdir()
        shutil.copy(copy / FILE, tmp_path / "killed")
    with open_store(tmp_path / "killed") as store:
        assert store.plan.games == 6


def test_an_open_store_keeps_its_locks(copy: Path) -> None:
    """SQLite's lock, without which another process would cut the file that is mapped here, is held while we look on."""
    with closing(sqlite3.connect(copy / FILE, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("UPDATE games SET seed = 1 WHERE number = 1")
        with open_store(copy) as store:
            assert store.has_plan
        code = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'r+b'), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 128)"
        words = [sys.executable, "-c", code, str(copy / f"{FILE}-shm")]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert "BlockingIOError" in done.stderr, done


def test_a_lock_that_is_a_folder_is_one_line(copy: Path) -> None:
    """A folder in the lock's place is named, with what is expected there."""
    (copy / LOCK).unlink(missing_ok=True)
    (copy / LOCK).mkdir()
    done = command("resume", str(copy))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "cannot be opened to lock the folder: Is a directory; expected a file" in done.stderr


@pytest.mark.parametrize("row", [1, 3])
def test_a_lost_mind_is_one_line(copy: Path, row: int) -> None:
    """Without one of the minds nothing can be read, nor played on."""
    change(copy, f"DELETE FROM minds WHERE number = {row}")
    said = {
        "report": "a mind of its plan is lost",
        "export": "a mind of its plan is lost",
        "resume": "damaged in its minds",
    }
    for name, words in said.items():
        done = command(name, str(copy))
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)
        assert words in done.stderr.splitlines()[-1]


def test_a_store_with_a_trigger_is_not_played_on(copy: Path) -> None:
    """It would change games while they are stored."""
    change(copy, "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END")
    done = command("resume", str(copy), "--games", "6")
    assert (done.returncode, "holds more than tables" in done.stderr, done.stderr.count("\n")) == (2, True, 1)


KILLED = """
import os, signal, sys
from pathlib import Path
from arena.store.store import open_store

with open_store(Path(sys.argv[1]), examine="games") as store:
    print(len(list(store.records())), *os.listdir(sys.argv[2]), flush=True)
    os.kill(os.getpid(), int(sys.argv[3]))
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGCONT])
def test_a_killed_reader_leaves_no_copy(copy: Path, tmp_path: Path, number: int) -> None:
    """The copy of a damaged store is gone after its reader, however that has ended."""
    (tmp_path / "temporary").mkdir()
    change(copy, CHANGES["a move"])
    words = [sys.executable, "-c", KILLED, str(copy), str(tmp_path / "temporary"), str(int(number))]
    environment = os.environ | {"TMPDIR": str(tmp_path / "temporary")}
    done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=60, check=False)
    games, *folders = done.stdout.split()
    assert (games, len(folders)) == ("11", 1), done.stderr
    until(lambda: not any((tmp_path / "temporary").iterdir()), seconds=20)
