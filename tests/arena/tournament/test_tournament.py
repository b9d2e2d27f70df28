"""Whole tournaments: the same games after any interruption, stored at once, and reported in many forms."""

import json
import re
import signal
import sqlite3
import subprocess
import time
from collections import deque
from pathlib import Path

import chess.pgn
import pandas as pd
import pytest

import arena
from arena.crew.crew import CrewOf
from arena.crew.local import ProcessCrew
from arena.errors import StoreError
from arena.rate.pairs import fit
from arena.report.conclusion import conclusion
from arena.report.games import games_aside
from arena.store.store import open_store
from arena.tournament.driver import play_tournament
from arena.tournament.plan import make_plan
from tests.arena.command import ARENA, Completed, Here, arena_process, without_plots
from tests.arena.command import arena as command
from tests.conftest import until
from tests.within import within

pytestmark = pytest.mark.long
QUICK = ["any-random-legal-move", "capture-priority-random-legal-move", "minimax:depth=1"]
OPTIONS = ["--nodes", "500", "--games", "4", "--max-plies", "60"]


def play(folder: Path, *options: str, minds: list[str] = QUICK) -> Completed:
    return command("run", *minds, *OPTIONS, "--out", str(folder), *options)


def quietly(folder: Path, minds: list[str], crew_of: CrewOf = Here, **fields: object) -> bytes:
    """Play a tournament without a command or a report; return its games."""
    folder.mkdir(exist_ok=True)
    with open_store(folder, must_exist=False) as store:
        store.set_plan(make_plan(minds=minds, nodes=500, max_plies=60, **fields))
        play_tournament(store, lambda _results, _news: None, crew_of=crew_of)
    with games_aside(folder):
        pass
    return next(folder.glob("games.*")).read_bytes()


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One tournament for all tests that only read it."""
    folder = tmp_path_factory.mktemp("tournament")
    done = arena_process("run", *QUICK, *OPTIONS, "--out", str(folder))
    assert done.returncode == 0, done.stderr
    return folder


def test_all_is_there(tournament: Path) -> None:
    """A report has a page, tables, games, and as PNG and SVG every plot for which twelve games are enough."""
    assert "<h2>Openings by mind</h2>" in (tournament / "report.html").read_text(encoding="utf-8")
    plots = ["ratings", "crosstable", "colours", "endings", "lengths"]
    wanted = {f"{name}{kind}" for name in plots for kind in (".png", ".svg", "-narrow.svg")}
    wanted |= {"arena.lock", "arena.sqlite", "report.html", "faults.html", "games.pgn"}
    wanted |= {
        f"{name}.csv"
        for name in ("standings", "crosstable", "games", "moves", "openings", "openings_by_mind", "faults")
    }
    assert wanted == {path.name for path in tournament.iterdir() if not path.name.endswith(("-wal", "-shm"))}


def test_standings_are_printed(tmp_path: Path) -> None:
    """Standings are on stdout, as JSON if asked for; progress is on stderr."""
    done = without_plots("run", *QUICK[1:], *OPTIONS, "--out", str(tmp_path), "--json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert {row["mind"] for row in rows} == set(QUICK[1:])
    assert rows[0]["elo"] >= rows[1]["elo"]
    assert sum(row["games"] for row in rows) == 8
    assert "4 of 4 games" in done.stderr


def test_games_can_be_read_by_anybody(tournament: Path) -> None:
    """The PGN has every game, in order, from a named opening, each opening both ways round."""
    games = []
    with (tournament / "games.pgn").open(encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            assert game.errors == []
            games.append(game.headers)
    assert len(games) == 12
    names = [game["GameId"] for game in games]
    assert names == sorted(names)
    assert {game["Round"] for game in games} >= {"1.1", "1.2", "3.4"}
    assert {game["Date"] for game in games} == {time.strftime("%Y.%m.%d")}
    assert {(game["White"], game["Black"], game["Opening"]) for game in games} == {
        (game["Black"], game["White"], game["Opening"]) for game in games
    }
    assert len({game["Opening"] for game in games}) == 2


def test_tables_fit_together(tournament: Path) -> None:
    """The tables of arena.load are consistent, and equal to the CSV files."""
    results = arena.load(tournament)
    assert len(results.games) == 12
    assert results.games["plies"].sum() == len(results.moves)
    assert set(results.standings["mind"]) == set(QUICK)
    assert (results.standings[["wins", "draws", "losses"]].sum(axis=1) == results.standings["games"]).all()
    both = results.crosstable + results.crosstable.T
    assert both.stack().dropna().round(6).eq(1).all()
    assert pd.read_csv(tournament / "standings.csv").equals(results.standings)
    assert len(pd.read_csv(tournament / "moves.csv")) == len(results.moves)
    assert fit(results.games).names == results.ratings.names
    thought = results.moves[(results.moves["mind"] == "minimax:depth=1") & ~results.moves["in_opening"]]
    assert (thought["depth"] == 1).all()
    assert (thought["cpu"] > 0).any()


def test_reports_are_views(tournament: Path) -> None:
    """Reports made again from the store are the same, byte for byte."""
    before = {path.name: path.read_bytes() for path in tournament.iterdir() if path.suffix not in (".sqlite", ".lock")}
    for path in tournament.iterdir():
        if path.suffix not in (".sqlite", ".lock"):
            path.unlink()
    assert command("report", str(tournament)).returncode == 0
    after = {path.name: path.read_bytes() for path in tournament.iterdir() if path.suffix not in (".sqlite", ".lock")}
    assert after.keys() == before.keys()
    assert [name for name in before if before[name] != after[name]] == []


def test_the_page_is_whole_and_harmless(tmp_path: Path) -> None:
    """The page loads nothing from elsewhere, and escapes the names and output of minds."""
    path = tmp_path / "evil.py"
    source = "from minds import Mind\nclass E(Mind):\n    name = '=<script>alert(1)</script>'\n"
    path.write_text(
        f"{source}    def getaction(self, state):\n        print('<b>\\x1b[2J'); return 1 / 0\n", encoding="utf-8"
    )
    folder = tmp_path / "out"
    assert play(folder, minds=[str(path), "minimax:depth=1"]).returncode == 0
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert "&lt;script&gt;" in page
    assert "&lt;b&gt;?[2J" in page
    assert "ZeroDivisionError" in page
    assert "'=<script>" in (folder / "standings.csv").read_text(encoding="utf-8")


def test_concurrency_changes_nothing(tournament: Path, tmp_path: Path) -> None:
    """One game at a time and three at once give the same games, byte for byte."""
    for number in (1, 3):
        games = quietly(tmp_path / str(number), QUICK, crew_of=ProcessCrew, games=4, concurrency=number)
        assert games == (tournament / "games.pgn").read_bytes()


def test_ctrl_c_stops_and_resume_goes_on(tournament: Path, tmp_path: Path) -> None:
    """Ctrl-C ends with exit code 130 within two seconds, says how to resume, and loses no game."""
    folder = tmp_path / "stopped"
    running = [ARENA, "run", *QUICK, *OPTIONS, "--out", str(folder), "--concurrency", "1"]
    with subprocess.Popen(running, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        until(lambda: games_in(folder) >= 2 or process.poll() is not None)
        assert process.poll() is None
        with within(2):
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert f"resume with: arena resume {folder}" in said
    assert games_in(folder) >= 2
    assert without_plots("resume", str(folder)).returncode == 0
    assert (folder / "games.pgn").read_bytes() == (tournament / "games.pgn").read_bytes()


def games_in(folder: Path) -> int:
    try:
        with sqlite3.connect(f"file:{folder / 'arena.sqlite'}?mode=ro", uri=True) as db:
            return int(db.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.Error:
        return 0


def test_a_tournament_can_be_extended(tournament: Path, tmp_path: Path) -> None:
    """An extension keeps all games and plays those that are missing."""
    folder = tmp_path / "grown"
    before = quietly(folder, QUICK[:2], games=4).decode()
    done = command("resume", str(folder), QUICK[2], "--games", "6")
    assert done.returncode == 0, done.stderr
    after = (folder / "games.pgn").read_text(encoding="utf-8")
    assert all(game in after for game in before.split("\n\n[Event")[1:])
    results = arena.load(folder)
    assert list(results.standings["games"]) == [12, 12, 12]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["run", "--out", "/etc/hostname"], 2, "is a file; expected a folder"),
        (["resume", "/no/such/folder"], 2, "holds no tournament"),
        (["report", "."], 2, "holds no tournament"),
        (["run", "minimax"], 2, "1 named; chess needs at least 2"),
        (["run", "--games", "0"], 2, "games 0; expected"),
        (["run", "--openings", "/no/such/file"], 2, "No such file"),
        (["run", "--plan", "/no/such/plan"], 2, "No such file"),
        (["run", "--format", "league"], 2, "is not one of"),
        (["rate", "/no/such.pgn"], 2, "No such file"),
        (["sprt", "minimax", "alphabeta", "--elo0", "5", "--elo1", "5"], 2, "expected the first below the second"),
    ],
)
def test_mistakes_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, said: str
) -> None:
    """A mistake is one line that says what was given and what was expected."""
    monkeypatch.chdir(tmp_path)
    done = command(*arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("text", ["1. e4 1. d4 d5 (1... Nf6)) e5 *", "no opening at all"])
def test_a_bad_file_of_openings_leaves_no_folder(tmp_path: Path, text: str) -> None:
    """It is one line, before anything is made."""
    (tmp_path / "bad.pgn").write_text(text, encoding="utf-8")
    done = command(
        "run", "minimax", "alphabeta", "--openings", str(tmp_path / "bad.pgn"), "--out", str(tmp_path / "out")
    )
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert not (tmp_path / "out").exists()


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    """A tournament begins in a new folder or an empty one, never among other files."""
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    done = command("run", "minimax", "alphabeta", "--out", str(tmp_path))
    assert (done.returncode, "holds files of no tournament" in done.stderr) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_folder_holds_one_tournament(tournament: Path) -> None:
    """A folder rejects another plan; the same plan has no games left to play."""
    done = play(tournament, "--seed", "99")
    assert (done.returncode, "holds another tournament" in done.stderr) == (2, True)
    assert play(tournament).returncode == 0


def test_a_changed_mind_plays_on_as_it_was_entered(tmp_path: Path) -> None:
    """A tournament goes on with the version that was entered, though the file has changed or is gone."""
    path, folder = tmp_path / "mine.py", tmp_path / "out"
    source = "from minds.builtin.minimax import Minimax\n\n\nclass Mine(Minimax):\n    name = 'mine'\n"
    path.write_text(source, encoding="utf-8")
    before = quietly(folder, [str(path), QUICK[0]], games=2)
    path.write_text(source + "# better\n", encoding="utf-8")
    done = command(
        "run", str(path), QUICK[0], "--nodes", "500", "--max-plies", "60", "--games", "2", "--out", str(folder)
    )
    assert (done.returncode, "'mine' has changed since it was entered" in done.stderr) == (2, True)
    path.unlink()
    assert without_plots("resume", str(folder), "--games", "4").returncode == 0
    after = (folder / "games.pgn").read_bytes()
    assert after.startswith(before)
    assert after != before


def test_one_arena_at_a_time(tmp_path: Path) -> None:
    """Two arenas cannot play in one folder at once."""
    quietly(tmp_path, QUICK[:2], games=2)
    with open_store(tmp_path) as store, store.alone():
        done = command("resume", str(tmp_path))
    assert (done.returncode, "is being played by another arena" in done.stderr) == (2, True)
    assert without_plots("resume", str(tmp_path)).returncode == 0


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    """A full disk is an error of one line, and leaves no partial write."""
    quietly(tmp_path, QUICK[:2], games=2)
    with open_store(tmp_path) as store:
        store.db.execute("PRAGMA max_page_count = 1")
        with pytest.raises(StoreError, match="cannot be written"):
            deque(store.set_plan(store.plan) for _ in range(1000))


def test_a_damaged_store_is_refused(tmp_path: Path) -> None:
    """A file that is no database, or comes from a newer arena, is an error."""
    (tmp_path / "arena.sqlite").write_bytes(b"nonsense" * 1000)
    with pytest.raises(StoreError, match="cannot be used"):
        arena.load(tmp_path)
    newer = tmp_path / "newer"
    newer.mkdir()
    with sqlite3.connect(newer / "arena.sqlite") as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer arena"):
        arena.load(newer)


@pytest.mark.parametrize("style", ["gauntlet", "swiss", "knockout"])
def test_other_formats_come_to_an_end(tmp_path: Path, style: str) -> None:
    """Each format is played to its last round and reported, and extended only if it can be."""
    quietly(tmp_path, [*QUICK, "minimax:depth=2"], format=style, games=2)
    assert len(arena.load(tmp_path).standings) == 4
    leader = conclusion(arena.load(tmp_path))[0]
    assert (re.search(f"(wins|share first place in) the {style}", leader) is not None) == (style != "gauntlet")
    assert style != "knockout" or re.match("minimax.* wins the knockout", leader)
    if style != "gauntlet":
        assert "cannot be changed" in command("resume", str(tmp_path), "--games", "4").stderr


def test_other_worlds_have_tournaments(tmp_path: Path) -> None:
    """Tables and plots work for any world."""
    minds = ["any-random-legal-move", "alphabeta", "minimax:depth=2"]
    done = command("run", *minds, "--world", "tictactoe", "--games", "6", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "games.txt").read_text(encoding="utf-8").count("tictactoe: ") == 18
    assert (tmp_path / "ratings.png").exists()
    standings = arena.load(tmp_path).standings.set_index("mind")
    assert standings.loc["alphabeta", "losses"] == 0


def test_copies_are_counted_once(tmp_path: Path) -> None:
    """Deterministic minds repeat their games, which the remarks say."""
    done = without_plots(
        "run", "minimax:depth=1", "minimax:depth=2", "--openings", "none", "--games", "6", "--out", str(tmp_path)
    )
    assert "4 of 6 games repeat another move for move; 2 count" in done.stdout


def test_anyones_games_are_rated(tournament: Path, tmp_path: Path) -> None:
    """`arena rate` rates the players of several PGN files from their tags."""
    done = command("rate", str(tournament / "games.pgn"), "--json")
    told = json.loads(done.stdout)
    assert told["games"] == 12
    standings = arena.load(tournament).standings
    assert [row["player"] for row in told["ratings"]] == list(standings["mind"])
    assert [round(row["error"], 1) for row in told["ratings"]] == list(standings["elo_error"]), (
        "pairs are known by their names"
    )
    other = tmp_path / "other.pgn"
    games = ('[White "A \\"x\\""]\n[Black "B"]\n[Result "1-0"]\n\n*\n', '[White "B"]\n[Black "C"]\n[Result "*"]\n')
    other.write_text("\n".join(games), encoding="utf-8")
    with other.open("a", encoding="utf-8") as file:  # a comment is no tag, and a game without White no game
        file.write('\n1. e4 { [White "X"]\n[Black "Y"] } *\n\n[Black "D"]\n[Result "0-1"]\n\n*\n\n[White "E"]\n')
        file.write('[Black "F"]\n[Result "1-0"]\n\n*\n')
    done = command("rate", str(other), str(tournament / "games.pgn"))
    assert 'A "x"' in done.stdout
    assert {"E", "F"} <= {line.split()[1] for line in done.stdout.splitlines()[1:8]}
    assert not {"X", "Y", "D"} & set(done.stdout.split())
    assert "have not met, and cannot be compared" in done.stdout


def test_the_engines_own_process_is_not_ours(tournament: Path) -> None:
    """A finished tournament's store passes SQLite's own check."""
    with sqlite3.connect(tournament / "arena.sqlite") as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
