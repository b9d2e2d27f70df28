"""The pages without a browser: security headers, no way out of the data folder, no internals in messages."""

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
from arena.store import portable
from arena.store.store import open_store
from arena.tournament.plan import make_plan
from arena.web.folders import Folders
from arena.web.pages.tournament import plot_path
from arena.web.results.crosstable import crosstable
from arena.web.results.endings import endings
from arena.web.results.filter import GameFilter
from arena.web.results.games import rows
from arena.web.results.standings import standings
from arena.web.results.tournament import Tournament
from arena.web.security import SecurityMiddleware
from tests.arena.web.conftest import EVIL, SOURCE, Site, play_into, serving
from tests.world.server.test_access import answers
from world.server import RateLimit

GAME = "/results/first/games/001-002-00001a"
PATHS = [
    "/",
    "/results/first",
    "/results/first/crosstable",
    "/results/first/games?mind=minimax:depth%3D1&opponent=alphabeta:depth%3D2&order=shortest",
    "/results/first/plots",
    "/results/first/minds",
    "/results/first/plan",
    f"/results/first/minds/{quote(EVIL, safe='')}",
    f"/results/first/minds/minimax%3Adepth%3D1/against/{quote(EVIL, safe='')}",
    GAME,
    f"{GAME}/image.svg?ply=3",
    f"{GAME}.pgn",
    "/live",
    "/play",
    "/play/start.svg?world=chess",
]
PATHS += ["/static/base.css", "/static/play.js", "/runs", "/worlds"]


PATIENCE = 60.0  # seconds for a value that is computed in the background


def known(folders: Folders, name: str) -> Tournament:
    """Return a tournament that is there."""
    found = folders.tournament(name)
    assert found is not None
    return found


def ask(site: Site, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, str]:
    """Return status, headers and text of an answer."""
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=20)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, answer.headers, text


@pytest.mark.parametrize("path", [*PATHS, "/nowhere", "/results/nobody"])
def test_every_response_has_security_headers(site: Site, path: str) -> None:
    """The policy allows only our own files; pages have no inline style or script."""
    status, headers, text = ask(site, path)
    assert (status == 200) == (path in PATHS)
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
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
        "/results/first/minds/nobody",
        "/results/first/minds/..%2f..%2fetc",
        "/results/first/minds/minimax/against/nobody",
        "/results/first/games/nobody",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/play/nobody",
        "/play/start.svg?world=..",
        "/live/image.svg?key=first/1",
        f"{GAME}/x",
    ],
)
def test_names_are_never_paths(site: Site, path: str) -> None:
    """A name that is not in the listing of the data folder gives 404."""
    status, _, text = ask(site, path)
    assert status == 404
    assert "Traceback" not in text
    assert str(site.data) not in text


@pytest.mark.parametrize("query", ["ply=-1", "ply=99999", "ply=1e9", "ply=²", "ply=" + "9" * 500, "seat=7", "ply[]=1"])
def test_invalid_queries_fall_back(site: Site, query: str) -> None:
    """An invalid ply, seat or page in the query shows the default or the nearest one."""
    for path in (GAME, f"{GAME}/image.svg", "/results/first", "/results/first/games", "/results/first/minds"):
        assert ask(site, f"{path}?page=7&sort=nothing&{quote(query, safe='=[]')}")[0] == 200


def test_a_wrong_host_name_is_refused(site: Site) -> None:
    """A site that points its own name at this machine (DNS rebinding) reads nothing."""
    status, _, text = ask(site, "/results/first", Host="evil.example")
    assert status == 403
    assert "minimax" not in text


def test_damaged_stores_are_listed_with_a_note(site: Site) -> None:
    """They are on the home page, their own page is 409, and no path is shown."""
    assert "Cannot be shown" in ask(site, "/")[2]
    status, _, text = ask(site, "/results/damaged")
    assert status == 409
    assert str(site.data) not in text


def test_unreadable_stores_do_no_harm(tmp_path: Path) -> None:
    """An empty store, one of a newer version, one of another program, and one without a plan each get a note."""
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
    assert all(entry.note for entry in Folders(tmp_path).entries())
    assert len(Folders(tmp_path).entries()) == 4
    assert Folders(tmp_path / "nowhere").entries() == []


def test_reading_changes_no_file(data: Path, tmp_path: Path) -> None:
    """Showing a tournament creates and changes no file in its folder."""
    folder = tmp_path / "looked at"
    shutil.copytree(data / "first", folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    folders = Folders(tmp_path)
    (game, *_) = rows(known(folders, "looked at"), GameFilter(), 10)
    assert folders.record("looked at", game.game) is not None
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_the_page_agrees_with_the_tables(data: Path) -> None:
    """Ratings, tiers, results, crosstable and endings are those of arena.load."""
    results, tournament = arena.load(data / "first", read_only=True), known(Folders(data), "first")
    table, shown = results.standings.set_index("mind"), standings(tournament, PATIENCE)
    assert shown.is_rated
    assert {row.mind for row in shown.rows} == set(table.index)
    assert EVIL in table.index
    for row in shown.rows:
        expected = table.loc[row.mind]
        assert (row.value, row.error, row.tier, row.wins) == (
            expected.elo,
            expected.elo_error,
            expected.tier,
            expected.wins,
        )
        assert row.left <= row.middle <= row.right
    cross = crosstable(tournament)
    for mind, cells in zip(cross.minds, cross.rows, strict=True):
        for other, cell in zip(cross.minds, cells, strict=True):
            assert cell.score is None or cell.score == results.crosstable.loc[mind, other]
    assert sum(sum(counts) for _, counts in endings(tournament).rows) == 2 * len(results.games)


def test_standings_are_computed_anew_when_the_file_changes(tmp_path: Path) -> None:
    """Standings are computed once, and again after the store changes."""
    play_into(tmp_path / "one", ["any-random-legal-move", "minimax:depth=1"], "tictactoe", games=2)
    folders = Folders(tmp_path)
    assert standings(known(folders, "one"), PATIENCE).games == 2
    computed = known(folders, "one").computed["standings"]
    assert standings(known(folders, "one")).rows == computed.value.standings.rows
    with open_store(tmp_path / "one") as store:
        store.db.execute("DELETE FROM moves")
        store.db.execute("DELETE FROM games")
    assert (known(folders, "one").index.count, standings(known(folders, "one")).rows) == (0, ())


def test_plots_are_the_files_of_the_report(data: Path, tmp_path: Path) -> None:
    """Only files of known names that `arena report` has written are served."""
    (tmp_path / "one").mkdir()
    shutil.copy(data / "first" / "arena.sqlite", tmp_path / "one")
    assert plot_path(tmp_path / "one", "ratings") is None
    (tmp_path / "one" / "ratings.svg").write_text("<svg/>", encoding="utf-8")
    assert plot_path(tmp_path / "one", "ratings") is not None
    assert plot_path(tmp_path / "one", "../one/ratings") is None


def test_faults_are_shown_as_text(tmp_path: Path) -> None:
    """A game lost by a fault shows the traceback, escaped; without games or plots a page says so."""
    source = SOURCE.replace(
        "Random):", "Random):\n    def getaction(self, state):\n        raise OSError('<i>broken</i>')\n"
    )
    (tmp_path / "crash.py").write_text(source, encoding="utf-8")
    play_into(tmp_path / "my crashes", [str(tmp_path / "crash.py"), "minimax:depth=1"], "tictactoe", games=1)
    (tmp_path / "begun").mkdir()
    with open_store(tmp_path / "begun", must_exist=False) as store:
        store.set_plan(make_plan(minds=["minimax", "alphabeta"], games=2))
    with serving(tmp_path) as site:
        status, _, text = ask(site, "/results/my%20crashes/games/001-002-00001a")
        assert status == 200
        assert "&lt;i&gt;broken" in text
        assert "<i>" not in text
        assert "forfeit: crash" in ask(site, "/results/my%20crashes/minds")[2]
        assert "forfeit: crash" in ask(site, "/results/my%20crashes/games")[2]
        assert "<code>arena report &#39;my crashes&#39;</code>" in ask(site, "/results/my%20crashes/plots")[2]
        assert "No game has finished yet" in ask(site, "/results/begun")[2]


def test_pages_have_a_rate_too() -> None:
    """Too many requests for pages are answered 429."""
    app = Starlette(middleware=[Middleware(SecurityMiddleware, rate=RateLimit(2, 0.001))])
    request = {"type": "http.request", "body": b""}
    assert [answers(app, "http", "/", request)[0]["status"] for _ in range(3)] == [404, 404, 429]


def test_a_portable_tournament_is_shown(site: Site, tmp_path: Path) -> None:
    """A folder that holds only the portable form is listed, and shown with its games like any other."""
    folder = tmp_path / "data"
    (folder / "sent").mkdir(parents=True)
    with open_store(site.data / "first") as store:
        portable.export(store, folder / "sent")
    with serving(folder) as other:
        assert "sent" in ask(other, "/")[2]
        status, _, text = ask(other, "/results/sent")
        assert (status, "Standings" in text) == (200, True)
    assert sorted(path.name for path in (folder / "sent").iterdir()) == ["plan.toml", "records-0001.jsonl.gz"]
