"""The data behind a tournament's pages: new games only, values computed beside the requests, filters in SQL."""

import html
import os
import re
import shutil
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

import arena
from arena.errors import StoreError
from arena.store.store import open_store
from arena.tournament.driver import enter
from arena.tournament.formats import due
from arena.tournament.live import BulletinWriter, bulletins
from arena.web.folders import Folders
from arena.web.results.calculator import Answer, Calculator, Order, answer
from arena.web.results.entrants import entrant
from arena.web.results.faults import faults
from arena.web.results.files import FileCache, stamp_of
from arena.web.results.filter import GameFilter
from arena.web.results.games import GameRow, game_page, rows
from arena.web.results.history import HISTORY, history
from arena.web.results.index import GameIndex
from arena.web.results.standings import podium, standings
from arena.web.results.tournament import Tournament
from tests.arena.web.conftest import EVIL, play_into, serving
from tests.arena.web.test_answers import PATIENCE, ask, known
from tests.bench.made import begin_bulletin, made_plan, made_record, played
from tests.conftest import until
from world.api import Ending, Fault

MIND = "minimax:depth=1"


@pytest.fixture
def copy(data: Path, tmp_path: Path) -> Path:
    """A copy of a tournament, alone in a data folder."""
    shutil.copytree(data / "first", tmp_path / "data" / "t")
    return tmp_path / "data"


def change(folder: Path, script: str) -> None:
    """Change a store as its arena does not."""
    db = sqlite3.connect(folder / "t" / "arena.sqlite")
    db.executescript(script)
    db.close()


def test_only_new_games_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While games are played, each is read from the store once."""
    read: list[str] = []
    add = GameIndex._add
    monkeypatch.setattr(GameIndex, "_add", lambda index, new: (read.extend(row.name for row in new), add(index, new)))
    folders = Folders(tmp_path)
    (tmp_path / "t").mkdir()
    with open_store(tmp_path / "t", must_exist=False) as store:
        for _ in played(store, made_plan(3, games=80)):
            assert known(folders, "t").index.count == len(store.results())
        assert sorted(read) == sorted(store.results())


@pytest.mark.parametrize(
    "script",
    [
        "DELETE FROM games WHERE number > 3; DELETE FROM moves WHERE game > 3",
        "DELETE FROM games WHERE number = 2; UPDATE games SET number = number - 1 WHERE number > 2",
        "UPDATE games SET name = 'another', checksum = 'another' WHERE number = 12",
    ],
)
def test_games_that_are_others_now_are_read_again(copy: Path, script: str) -> None:
    """After games were removed or replaced, those of the store are shown and no others."""
    folders = Folders(copy)
    assert known(folders, "t").index.count == 12
    change(copy, script)
    with sqlite3.connect(copy / "t" / "arena.sqlite") as db:
        names = [name for (name,) in db.execute("SELECT name FROM games ORDER BY number DESC")]
    db.close()
    assert [row.game for row in rows(known(folders, "t"), GameFilter(order="newest"), 50)] == names


def test_old_ratings_are_shown_as_such(copy: Path) -> None:
    """While games are played, the ratings of before are shown with their number of games, and no request waits."""
    folders = Folders(copy)
    tournament = known(folders, "t")
    assert standings(tournament, PATIENCE).is_fresh
    tournament.computed["standings"] = replace(tournament.computed["standings"], took=1e9)
    writer = BulletinWriter(copy / "t")
    begin_bulletin(writer, tournament.plan)
    until(lambda: list(bulletins(copy / "t")))
    change(copy, "DELETE FROM moves WHERE game = 12; DELETE FROM games WHERE number = 12")
    found = standings(known(folders, "t"))
    assert (found.is_rated, found.is_fresh, found.games, tournament.index.count) == (True, False, 12, 11)
    writer.close()
    shutil.rmtree(copy / "t" / "live")
    assert tournament.order(HISTORY).result(PATIENCE) is None
    until(lambda: standings(known(folders, "t")).is_fresh)


def test_scores_are_shown_before_ratings(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as no ratings are computed, minds are in the order of their scores, and the page says so."""
    monkeypatch.setattr(Calculator, "calculate", lambda *_, **__: until(lambda: False))
    with serving(copy) as site:
        status, _, text = ask(site, "/results/t")
        assert (status, "ratings are being computed" in text) == (200, True)
    found = standings(known(Folders(copy), "t"), 0.0)
    percents = [row.percent for row in found.rows]
    assert (found.is_rated, percents) == (False, sorted(percents, reverse=True))
    assert [row.games for row in found.rows] == [8, 8, 8]


WANTED: list[tuple[GameFilter, Callable[[GameRow], bool]]] = [
    (GameFilter(mind=MIND), lambda game: MIND in (game.first, game.second)),
    (GameFilter(mind=MIND, colour="1"), lambda game: game.second == MIND),
    (GameFilter(mind=MIND, opponent=EVIL), lambda game: {MIND, EVIL} == {game.first, game.second}),
    (GameFilter(opponent=EVIL), lambda game: EVIL in (game.first, game.second)),
    (GameFilter(mind=EVIL, opponent=MIND, colour="0"), lambda game: (game.first, game.second) == (EVIL, MIND)),
    (GameFilter(mind="nobody"), lambda _: False),
    (GameFilter(result="drawn"), lambda game: game.score_first == 0.5),
    (GameFilter(result="decisive"), lambda game: game.score_first != 0.5),
    (
        GameFilter(mind=MIND, result="won"),
        lambda game: (game.first == MIND and game.score_first == 1) or (game.second == MIND and game.score_second == 1),
    ),
    (
        GameFilter(mind=MIND, result="lost"),
        lambda game: (game.first == MIND and game.score_first == 0) or (game.second == MIND and game.score_second == 0),
    ),
    (GameFilter(ending="checkmate"), lambda game: game.ending == "checkmate"),
    (GameFilter(min_plies=30, max_plies=39), lambda game: 30 <= game.plies <= 39),
    (GameFilter(search="SCRIPT"), lambda game: EVIL in (game.first, game.second)),
    (GameFilter(search="%"), lambda _: False),
    (GameFilter(search="001-002"), lambda game: game.game.startswith("001-002")),
]


@pytest.mark.parametrize(("wanted", "matches"), WANTED)
def test_a_filter_finds_what_it_says(data: Path, wanted: GameFilter, matches: Callable[[GameRow], bool]) -> None:
    """The games that SQL finds are those that a plain loop over all games finds, in the order that is asked for."""
    tournament = known(Folders(data), "first")
    everything = rows(tournament, GameFilter(order="newest"), -1)
    expected = [game.game for game in everything if matches(game)]
    assert [game.game for game in rows(tournament, replace(wanted, order="newest"), -1)] == expected
    assert game_page(tournament, wanted, 1, 5).found == len(expected)
    opening = GameFilter(opening=everything[0].opening)
    assert {game.opening for game in rows(tournament, opening, -1)} == {everything[0].opening}


def test_decisive_games_come_first(data: Path) -> None:
    """By default decisive games come before draws, each the newest first; an index gives that order."""
    tournament = known(Folders(data), "first")
    newest = rows(tournament, GameFilter(order="newest"), -1)
    found = rows(tournament, GameFilter(), -1)
    assert found == sorted(newest, key=lambda game: game.score_first == game.score_second)
    plan = tournament.index.rows(
        "EXPLAIN QUERY PLAN SELECT name FROM games ORDER BY score_first = score_second, games.number DESC LIMIT 50"
    )
    assert "USING INDEX decisive" in str(plan)


@pytest.mark.parametrize(
    "script",
    [
        "UPDATE games SET score_first = 'much' WHERE number = 3",
        "UPDATE games SET ending = x'00ff' WHERE number = 3",
        "UPDATE games SET worker = 'nobody' WHERE number = 3",
        "UPDATE games SET first = 99 WHERE number = 3",
    ],
)
def test_a_game_of_wrong_types_is_not_shown(copy: Path, script: str) -> None:
    """A store that holds what no arena stores is refused, or its game left out; it is no failure of the server."""
    change(copy, script)
    with serving(copy) as site:
        for path in ("", "/games", "/crosstable", "/minds", f"/minds/{MIND}", "/games.csv", "/standings.json"):
            assert ask(site, f"/results/t{path}")[0] in (200, 409), path


def test_damaged_games_are_left_out(copy: Path) -> None:
    """A game that is not as it was stored leaves the pages once the store is examined, and a line says so."""
    folders = Folders(copy)
    change(copy, "UPDATE moves SET action = '0,0' WHERE game = 5 AND ply = 3")
    assert standings(known(folders, "t"), PATIENCE).games == 11
    tournament = known(folders, "t")
    assert (tournament.index.count, "1 game cannot be used" in tournament.damage) == (11, True)


def test_a_rating_moves_towards_the_standings(data: Path) -> None:
    """The last point of a mind's curve is its rating in the standings; each point is after more games."""
    tournament = known(Folders(data), "first")
    tournament.compute(HISTORY, PATIENCE)
    for row in standings(tournament, PATIENCE).rows:
        curve = history(tournament, row.mind)
        assert curve[-1].value == pytest.approx(row.value, abs=0.06)
        assert [point.games for point in curve] == sorted({point.games for point in curve})
        assert curve[-1].games == 12


def test_an_entrants_page_adds_up(data: Path) -> None:
    """The games of a mind by opponent, seat, opening and length are all of its games each."""
    tournament, results = known(Folders(data), "first"), arena.load(data / "first", read_only=True)
    found = entrant(tournament, MIND)
    assert found is not None
    for lines in (found.opponents, found.seats, found.openings, found.lengths):
        assert sum(line.games for line in lines) == found.entrant.tally.games == 8
        assert sum(line.points for line in lines) == found.entrant.tally.points
    by_opponent = results.pairs.set_index(["mind", "opponent"])["score"]
    assert {line.label: line.score for line in found.opponents} == by_opponent[MIND].to_dict()
    assert entrant(tournament, "nobody") is None


def test_a_killed_calculator_is_started_again(data: Path) -> None:
    """A process that computes may be killed: another one is asked at once, and answers as the server itself does."""
    folder = data / "first"
    order = Order("standings", str(folder), stamp_of(folder), "games")
    calculator = Calculator()
    try:
        here, there = calculator.calculate(order, here=True), calculator.calculate(order)
        assert (there, there.games) == (here, 12)
        assert calculator.process is not None
        os.kill(calculator.process.pid, signal.SIGKILL)
        calculator.process.wait()
        assert calculator.calculate(order) == here
    finally:
        calculator.close()


def test_a_process_that_cannot_compute_is_not_asked_for_ever(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that ends without an answer, twice, is a failure that says how it ended."""
    monkeypatch.setattr("arena.web.results.calculator.sys.executable", "/bin/false")
    folder, calculator = data / "first", Calculator()
    problem = calculator.calculate(Order("standings", str(folder), stamp_of(folder), "games")).problem
    assert (problem, calculator.process) == ("the process that computes it ended with code 1", None)


def test_what_cannot_be_computed_is_tried_again(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where ratings cannot be computed, the pages are there without them, say why, and have them a moment later."""
    with monkeypatch.context() as broken:
        broken.setattr(Calculator, "calculate", lambda *_, **__: Answer(problem="OperationalError: interrupted"))
        with serving(copy) as site:
            for path in ("", f"/minds/{MIND}", "/minds", "/crosstable"):
                status, _, text = ask(site, f"/results/t{path}")
                assert (status, "tried again: OperationalError: interrupted." in text) == (200, True), path
            status, _, text = ask(site, "/results/t/standings.json")
            assert (status, "OperationalError" in text) == (503, True)
        tournament = known(Folders(copy), "t")
        assert [row.games for row in standings(tournament, PATIENCE).rows] == [8, 8, 8]
    assert tournament.failures[0].startswith("Computing standings failed")
    assert standings(tournament).is_rated is False, "it waits before it tries again"
    tournament.failed["standings"] = replace(tournament.failed["standings"], pause=0.0)
    assert standings(tournament, PATIENCE).is_rated
    assert tournament.failures == ()


def test_a_lasting_failure_is_tried_less_often(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pause before a failed computation is tried again doubles, up to a minute."""
    monkeypatch.setattr(Calculator, "calculate", lambda *_, **__: Answer(problem="KeyError"))
    tournament, pauses = known(Folders(data), "first"), []
    for _ in range(8):
        tournament._compute(HISTORY, Calculator())
        pauses.append(tournament.failed["history"].pause)
    assert pauses == [2, 4, 8, 16, 32, 60, 60, 60]


def test_a_busy_machine_does_not_cut_a_store_off(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading is bounded by processor time: a store that waits for a processor is read to its end."""
    order = Order("standings", str(data / "first"), (), "games")
    clock = iter(range(0, 10**9, 10**4))
    monkeypatch.setattr("arena.store.store.STEPS", 100)
    monkeypatch.setattr("arena.store.store.time.monotonic", lambda: next(clock))
    monkeypatch.setattr("arena.web.results.calculator._snapshots", FileCache(1))
    assert answer(order).problem == ""
    monkeypatch.setattr("arena.store.store.MAX_READ_SECONDS", -1e9)
    monkeypatch.setattr("arena.web.results.calculator._snapshots", FileCache(1))
    assert "interrupted" in answer(order).problem


def test_a_failure_that_may_pass_takes_nothing_away(copy: Path) -> None:
    """What was read before is shown while the store cannot be read for a moment; a lasting failure is told."""
    folders = Folders(copy)
    assert known(folders, "t").index.count == 12
    store = copy / "t" / "arena.sqlite"
    content = store.read_bytes()
    store.write_bytes(b"nonsense" * 500)
    tournament = known(folders, "t")
    assert tournament.index.count == 12
    tournament.failing_since -= 1000
    with pytest.raises(StoreError):
        folders.tournament("t")
    store.write_bytes(content)
    assert known(folders, "t").index.count == 12


def test_a_list_does_not_wait_for_tournaments(copy: Path) -> None:
    """A tournament is at hand once it was read in the background; its first three are then known at once."""
    folders = Folders(copy)
    assert folders.at_hand("t") is None
    until(lambda: "t" in folders.tournaments and folders.tournaments["t"].is_complete)
    tournament = folders.at_hand("t")
    assert tournament is not None
    until(lambda: [row.rank for row in podium(tournament)] == [1, 2, 3])
    assert folders.at_hand("nobody") is None


def test_few_tournaments_stay_in_memory(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tournament that nobody has asked for longest is forgotten, and read again when it is asked for."""
    monkeypatch.setattr("arena.web.folders.MAX_TOURNAMENTS", 2)
    folders = Folders(copy)
    for name in ("u", "v"):
        shutil.copytree(copy / "t", copy / name)
    first: Tournament = known(folders, "t")
    assert [known(folders, name).index.count for name in ("u", "v")] == [12, 12]
    assert list(folders.tournaments) == ["u", "v"]
    assert known(folders, "t") is not first


def test_a_small_world_has_its_pages_too(tmp_path: Path) -> None:
    """A world with one seat has standings by score, no crosstable, and pages for its minds."""
    play_into(tmp_path / "t", ["bfs", "dfs"], "maze", format="solo", games=2)
    with serving(tmp_path) as site:
        for path in ("", "/games", "/minds", "/minds/bfs", "/crosstable", "/standings.csv", "/games.csv"):
            assert ask(site, f"/results/t{path}")[0] == 200, path
        assert "No two minds have met" in ask(site, "/results/t/crosstable")[2]


TRACE = """Traceback (most recent call last):
  File "minds/host.py", line 90, in answer
  File "mind.py", line 12, in getaction
KeyError: {number}"""


@pytest.fixture
def crashing(tmp_path: Path) -> Path:
    """A tournament in which m0002 crashes on one line in all of its games, with messages that differ."""
    plan = made_plan(2, games=6)
    (tmp_path / "t").mkdir()
    with open_store(tmp_path / "t", must_exist=False) as store:
        for number, task in enumerate(due(plan, enter(store, plan), {})):
            seat = task.seats.index(1)
            message, trace = f"KeyError: {number}", TRACE.format(number=number)
            fault = Fault("crash", message, seat, "getaction", traceback=trace)
            record = replace(made_record(plan, task), ending=Ending("forfeit", (float(seat), 1.0 - seat), fault))
            store.add([(task, record)])
    return tmp_path


def test_forfeits_of_one_cause_are_one_line_with_its_place(crashing: Path) -> None:
    """Crashes on one line of code are counted together, and every list of faults names that line."""
    (line,) = faults(known(Folders(crashing), "t"))
    assert (line.mind, line.fault, line.games) == ("m0002", "crash", 6)
    assert line.cause.endswith(', in "mind.py", line 12, in getaction')
    with serving(crashing) as site:
        for path in ("minds", "minds/m0002", "games", f"games/{line.last}"):
            assert "&#34;mind.py&#34;, line 12, in getaction" in ask(site, f"/results/t/{path}")[2], path
        until(lambda: 'href="/results/t/minds#faults"' in ask(site, "/results/t")[2])  # once it is computed
        (fault,) = site.get("/results/t/minds/m0002/summary.json")["faults"]
    assert fault["cause"] == line.cause


def test_points_without_games_are_explained(crashing: Path) -> None:
    """Where points come from games that were not played, the standings and the entrant's page say how many."""
    with open_store(crashing / "t") as store:
        store.disqualify("m0002", [name for name in store.results() if name[-2:] in ("3a", "3b")])
    tournament = known(Folders(crashing), "t")
    first, second = standings(tournament, PATIENCE).rows
    assert (first.points, first.unplayed, first.unplayed_points) == (6, 2, 2)
    assert (second.points, second.unplayed, second.unplayed_points) == (0, 2, 0)
    with serving(crashing) as site:
        until(lambda: "<small title=" in (text := ask(site, "/results/t")[2]) and "2 unplayed" in text)
        assert "6 in the standings: 2 more for 2 games that were not played" in ask(site, "/results/t/minds/m0001")[2]
        assert "2 more games were not played, and are lost" in ask(site, "/results/t/minds/m0002")[2]


def test_an_entrants_openings_are_sorted_as_the_query_says(copy: Path) -> None:
    """The tables of opponents and openings take an order of their own each, without JavaScript."""
    with serving(copy) as site:
        found = site.get("/results/t/minds/minimax%3Adepth%3D1/summary.json")
        for table in ("opponents", "openings"):
            for query, key, descending in (
                ("-score", "score", True),
                ("games", "games", False),
                ("label", "label", False),
            ):
                text = ask(site, f"/results/t/minds/minimax%3Adepth%3D1?{table}={query}")[2]
                part = text[text.index(f'data-sortable="{table}"') :].partition("</table>")[0]
                shown = [html.unescape(name) for name in re.findall(r'<th scope="row" data-value="([^"]*)"', part)]
                scores = {line["label"]: line | {"score": line["points"] / line["games"]} for line in found[table]}
                values = [scores[name][key] for name in shown]
                assert values == sorted(values, reverse=descending)
                assert len(shown) == len(found[table])
        assert ask(site, "/results/t/minds/minimax%3Adepth%3D1?openings=points%27")[0] == 200
