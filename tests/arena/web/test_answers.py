"""What the pages answer without a browser: careful headers, no way out of the data folder, nothing of its inside."""

import http.client
import re
import shutil
import sqlite3
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware

import arena
from arena.store.store import open_store
from arena.tournament.plan import make_plan
from arena.web.results import Results
from arena.web.security import Careful
from arena.web.sheet import make_sheet
from arena.web.shelf import Shelf
from tests.arena.web.conftest import EVIL, SOURCE, Site, play_into, serving
from tests.world.server.test_access import answers
from world.server import RateLimit

GAME = "/results/first/games/001-002-00001a"
CALM = [
    "/",
    "/results/first",
    GAME,
    f"{GAME}/image.svg?ply=3",
    f"{GAME}.pgn",
    "/live",
    "/play",
    "/play/start.svg?world=chess",
]
CALM += ["/static/base.css", "/static/play.js", "/runs", "/worlds"]


def ask(site: Site, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, str]:
    """An answer as it came, whatever its number."""
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=20)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, answer.headers, text


@pytest.mark.parametrize("path", [*CALM, "/nowhere", "/results/nobody"])
def test_every_answer_is_careful(site: Site, path: str) -> None:
    """The policy allows our own files only, and nothing inline; pages hold no style or script of their own."""
    status, headers, text = ask(site, path)
    assert (status == 200) == (path in CALM)
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    if headers["Content-Type"].startswith("text/html"):
        assert " style=" not in text
        assert "<style" not in text
        assert "http://" not in text
        assert "https://" not in text
        assert re.search(r"<[^>]*\son[a-z]+=", text) is None
        assert "<script>" not in text.replace("&lt;", "")


@pytest.mark.parametrize(
    "path",
    [
        "/results/..",
        "/results/%2e%2e",
        "/results/..%2f..%2fetc",
        "/results/first%2f..%2ffirst",
        "/results/%00",
        "/results/first/plots/..%2f..%2fevil.svg",
        "/results/first/plots/arena.svg",
        "/results/first/games/..%2f..",
        "/results/first/games/nobody",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/play/nobody",
        "/play/start.svg?world=..",
        "/live/image.svg?key=first/1",
        f"{GAME}/x",
    ],
)
def test_names_lead_nowhere_else(site: Site, path: str) -> None:
    """What is not in the list of the data folder is not there."""
    status, _, text = ask(site, path)
    assert status == 404
    assert "Traceback" not in text
    assert str(site.data) not in text


@pytest.mark.parametrize("query", ["ply=-1", "ply=99999", "ply=1e9", "ply=²", "ply=" + "9" * 500, "seat=7", "ply[]=1"])
def test_nonsense_is_as_if_it_were_not_there(site: Site, query: str) -> None:
    """Plies and pages that no game has are the nearest ones that there are."""
    for path in (GAME, f"{GAME}/image.svg", "/results/first"):
        assert ask(site, f"{path}?page=7&sort=nothing&{quote(query, safe='=[]')}")[0] == 200


def test_who_is_led_here_under_another_name_is_sent_away(site: Site) -> None:
    """A page that made its own name mean this machine reads nothing."""
    status, _, text = ask(site, "/results/first", Host="evil.example")
    assert status == 403
    assert "minimax" not in text


def test_damaged_and_foreign_stores_are_a_note(site: Site) -> None:
    """They are listed, cannot be opened, and tell no path."""
    assert "Cannot be shown" in ask(site, "/")[2]
    status, _, text = ask(site, "/results/damaged")
    assert status == 409
    assert str(site.data) not in text


def test_stores_of_any_kind_are_survived(tmp_path: Path) -> None:
    """One that is empty, one from another time, one of another program's, and one without a plan."""
    for name, script in {
        "empty": "",
        "newer": "PRAGMA user_version = 99",
        "foreign": "CREATE TABLE games (x); PRAGMA user_version = 3",
    }.items():
        (tmp_path / name).mkdir()
        with sqlite3.connect(tmp_path / name / "arena.sqlite") as db:
            db.executescript(script)
        db.close()
    (tmp_path / "planless").mkdir()
    with open_store(tmp_path / "planless", must_exist=False):
        pass
    assert all(entry.note for entry in Shelf(tmp_path).entries())
    assert len(Shelf(tmp_path).entries()) == 4
    assert Shelf(tmp_path / "nowhere").entries() == []


def test_looking_leaves_no_trace(data: Path, tmp_path: Path) -> None:
    """A page reads a tournament without so much as a new file in its folder."""
    folder = tmp_path / "looked at"
    shutil.copytree(data / "first", folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    shelf = Shelf(tmp_path)
    sheet = shelf.sheet("looked at")
    assert sheet is not None
    assert shelf.record("looked at", sheet.games[0].game) is not None
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_the_page_says_what_the_tables_say(data: Path) -> None:
    """Ratings, groups, wins, draws, losses, crosstable and endings are those of arena.load."""
    results, sheet = arena.load(data / "first", looking=True), make_sheet(data / "first")
    table = results.standings.set_index("mind")
    assert {row.mind for row in sheet.rows} == set(table.index)
    assert EVIL in table.index
    for row in sheet.rows:
        told = table.loc[row.mind]
        assert (row.value, row.error, row.group, row.wins) == (told.elo, told.error, told.group, told.wins)
        assert row.left <= row.middle <= row.right
    for mind, cells in sheet.cross:
        for cell in cells:
            assert cell.percent is None or cell.percent == results.crosstable.loc[mind, cell.opponent]
    assert sum(sum(counts) for _, counts in sheet.ends) == 2 * len(results.games)


def test_a_sheet_is_made_once_until_the_file_changes(tmp_path: Path) -> None:
    """Two looks, one count; a new game is on the page at the next look."""
    play_into(tmp_path / "one", ["any-random-legal-move", "minimax:depth=1"], "tictactoe", games=2)
    shelf = Shelf(tmp_path)
    first = shelf.sheet("one")
    assert shelf.sheet("one") is first
    with open_store(tmp_path / "one") as store:
        record = next(store.records())
        store.db.execute("DELETE FROM moves")
        store.db.execute("DELETE FROM games")
    shelf.sheets.things["one"] = (*shelf.sheets.things["one"][:2], 0.0, first)  # as if it had cost nothing
    changed = shelf.sheet("one")
    assert changed is not None
    assert (record is not None, changed.games) == (True, ())


def test_plots_are_those_of_the_report(data: Path, tmp_path: Path) -> None:
    """The files of known names that `arena report` has left, and no other."""
    (tmp_path / "one").mkdir()
    shutil.copy(data / "first" / "arena.sqlite", tmp_path / "one")
    results = Results(Shelf(tmp_path))
    assert results._plot("one", "ratings") is None
    (tmp_path / "one" / "ratings.svg").write_text("<svg/>", encoding="utf-8")
    assert results._plot("one", "ratings") is not None
    assert results._plot("one", "../one/ratings") is None


def test_what_went_wrong_is_told_and_harmless(tmp_path: Path) -> None:
    """A game that was lost by a fault says so, with the traceback as text; what has just begun has a page."""
    source = SOURCE.replace(
        "Random):", "Random):\n    def getaction(self, state):\n        raise OSError('<i>broken</i>')\n"
    )
    (tmp_path / "crash.py").write_text(source, encoding="utf-8")
    play_into(tmp_path / "crashes", [str(tmp_path / "crash.py"), "minimax:depth=1"], "tictactoe", games=1)
    (tmp_path / "begun").mkdir()
    with open_store(tmp_path / "begun", must_exist=False) as store:
        store.set_plan(make_plan(minds=["minimax", "alphabeta"], games=2))
    with serving(tmp_path) as site:
        status, _, text = ask(site, "/results/crashes/games/001-002-00001a")
        assert status == 200
        assert "&lt;i&gt;broken" in text
        assert "<i>" not in text
        assert "forfeit: crash" in ask(site, "/results/crashes")[2]
        assert "No game is over yet" in ask(site, "/results/begun")[2]


def test_pages_have_a_rate_too() -> None:
    """Who asks without end waits, as at the World's own paths."""
    app = Starlette(middleware=[Middleware(Careful, rate=RateLimit(2, 0.001))])
    request = {"type": "http.request", "body": b""}
    assert [answers(app, "http", "/", request)[0]["status"] for _ in range(3)] == [404, 404, 429]
