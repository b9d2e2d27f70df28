"""The results as JSON, CSV and PGN: the same as those of a report and of `arena.load`."""

import csv
import io
import json
import shutil
from pathlib import Path
from urllib.parse import quote

import pytest

import arena
from arena.report.games import games_aside
from arena.report.tables import write_table, write_tables
from arena.store import tables
from arena.web.results.frames import FRAMES
from tests.arena.web.conftest import EVIL, SOURCE, Site, play_into, serving
from tests.arena.web.test_answers import ask

TOURNAMENTS = ("first", "crosses & noughts")
FILES = (*FRAMES, "games", "moves", "faults", "crosstable")


@pytest.fixture(scope="module")
def reported(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of tournaments with the files of their reports."""
    folder = tmp_path_factory.mktemp("reported")
    for name in TOURNAMENTS:
        shutil.copytree(data / name, folder / name)
        with games_aside(folder / name):
            write_tables(arena.load(folder / name))
    return folder


@pytest.mark.parametrize("name", TOURNAMENTS)
@pytest.mark.parametrize("table", FILES)
def test_a_csv_is_the_file_of_the_report(site: Site, reported: Path, tmp_path: Path, name: str, table: str) -> None:
    """Each CSV file is to the byte that of a report, or what the same code makes of the table."""
    path = reported / name / f"{table}.csv"
    if not path.exists():
        path = tmp_path / f"{table}.csv"
        frame = getattr(arena.load(reported / name), table)
        write_table(frame.reset_index() if tables.find(table).matrix else frame, path)
    status, headers, text = ask(site, f"/results/{quote(name)}/{table}.csv")
    assert (status, headers["Content-Type"]) == (200, "text/csv; charset=utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("table", FILES)
def test_json_is_the_table(site: Site, data: Path, table: str) -> None:
    """A page of JSON has the rows of the table, with null for what is missing."""
    frame = getattr(arena.load(data / "first", read_only=True), table)
    found = site.get(f"/results/first/{table}.json?size=3")
    if table == "crosstable":
        assert found["minds"] == list(frame.index)
        assert [row["scores"] for row in found["rows"]] == json.loads(frame.to_json(orient="values"))
        return
    games = list(dict.fromkeys(frame["game"]))[:3] if table == "moves" else []
    expected = frame[frame["game"].isin(games)] if games else frame[:3]
    records = [
        {name: None if cell != cell else cell for name, cell in row.items()} for row in expected.to_dict("records")
    ]
    assert found["rows"] == records
    assert found["total"] == (frame["game"].nunique() if table == "moves" else len(frame))


def test_games_are_filtered_like_the_page(site: Site) -> None:
    """The games of a filter are the same on the page, in JSON, CSV and PGN."""
    query = "mind=minimax%3Adepth%3D1&colour=1&order=newest"
    games = [row["game"] for row in site.get(f"/results/first/games.json?{query}")["rows"]]
    assert games
    text = ask(site, f"/results/first/games.csv?{query}")[2]
    assert [row["game"] for row in csv.DictReader(io.StringIO(text))] == games
    assert {row["second"] for row in csv.DictReader(io.StringIO(text))} == {"minimax:depth=1"}
    pgn = ask(site, f"/results/first/games.pgn?{query}")[2]
    assert [line.split('"')[1] for line in pgn.splitlines() if line.startswith("[GameId ")] == games
    page = ask(site, f"/results/first/games?{query}")[2]
    assert page.index(games[0]) < page.index(games[-1])


def test_all_games_as_pgn_are_the_file_of_the_report(site: Site, reported: Path) -> None:
    """Without a filter, the games are to the byte those of a report; one game is a part of them."""
    found = ask(site, "/results/first/games.pgn")[2]
    assert found == (reported / "first" / "games.pgn").read_text(encoding="utf-8")
    assert ask(site, "/results/first/games/001-002-00001a.pgn")[2] in found
    other = ask(site, "/results/crosses%20%26%20noughts/games.pgn")
    assert other[2] == (reported / "crosses & noughts" / "games.txt").read_text(encoding="utf-8")
    assert other[1]["Content-Type"].startswith("text/plain")


def test_a_list_is_read_page_by_page(site: Site) -> None:
    """The pages of a list hold each entry once, and say how many there are."""
    found = [site.get(f"/results/first/games.json?size=5&page={page}") for page in (1, 2, 3, 4)]
    assert [len(one["rows"]) for one in found] == [5, 5, 2, 0]
    assert {(one["total"], one["pages"]) for one in found} == {(12, 3)}
    assert len({row["game"] for one in found for row in one["rows"]}) == 12


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    """A name that a spreadsheet would take for a formula has an apostrophe before it, in rows and headings."""
    evil = "=1+1"
    (tmp_path / "evil.py").write_text(SOURCE.replace(EVIL, evil), encoding="utf-8")
    play_into(tmp_path / "t", [str(tmp_path / "evil.py"), "minimax:depth=1"], "tictactoe", games=2)
    with serving(tmp_path) as site:
        for name in ("standings", "games", "moves", "crosstable"):
            cells = {cell for row in csv.reader(io.StringIO(ask(site, f"/results/t/{name}.csv")[2])) for cell in row}
            assert not any(cell.startswith(("=", "+", "@")) for cell in cells)
            assert f"'{evil}" in cells


def test_one_of_everything(site: Site) -> None:
    """A tournament, its plan, an entrant, a pairing and a game have an address each; a mind's memory has none."""
    listed = site.get("/results.json")
    assert {"first", "damaged"} <= {one["name"] for one in listed["tournaments"]}
    head = site.get("/results/first/summary.json")
    assert (head["games"], head["total"], head["minds"], head["playing"]) == (12, 12, 3, False)
    assert site.get("/results/first/plan.json")["games"] == 4
    assert "games = 4\n" in ask(site, "/results/first/plan.toml")[2]
    one = site.get(f"/results/first/minds/{quote(EVIL, safe='')}/summary.json")
    assert (one["entrant"]["name"], one["entrant"]["tally"]["games"]) == (EVIL, 8)
    against = site.get(f"/results/first/minds/minimax:depth=1/against/{quote(EVIL, safe='')}/summary.json")
    assert against["total"]["games"] == against["games"]["found"] == 4
    game = site.get("/results/first/games/001-002-00001a.json")
    moves = site.get("/results/first/games/001-002-00001a/moves.json")["rows"]
    assert [ply["action"] for ply in game["plies"]] == [move["action"] for move in moves]
    assert "memories" not in game


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/results/nobody/games.json", 404),
        ("/results/first/nothing.json", 404),
        ("/results/first/games/nobody.json", 404),
        ("/results/first/minds/nobody/summary.json", 404),
        ("/results/..%2ffirst/games.csv", 404),
        ("/results/damaged/standings.json", 409),
        ("/results/first/games.json?page=0", 422),
        ("/results/first/games.json?size=1e9", 422),
        ("/results/first/games.csv?order=random", 422),
        ("/results/first/games.pgn?min_plies=few", 422),
    ],
)
def test_what_is_wrong_is_said_in_json(site: Site, path: str, status: int) -> None:
    """An unknown name, a damaged store and an invalid value are answered with an error as JSON, without a path."""
    found, headers, text = ask(site, path)
    assert (found, headers["Content-Type"]) == (status, "application/json")
    assert json.loads(text)["error"]
    assert str(site.data) not in text


def test_a_file_is_sent_again_only_if_it_changed(site: Site) -> None:
    """A request with the file's mark is answered 304, without a body; HEAD has no body either."""
    headers = ask(site, "/results/first/games.csv")[1]
    status, _, text = ask(site, "/results/first/games.csv", **{"If-None-Match": headers["ETag"]})
    assert (status, text) == (304, "")
    assert ask(site, "/results/first/games.csv?mind=x", **{"If-None-Match": headers["ETag"]})[0] == 200
