"""`arena analyse`: its figures are those of an independent loop, whatever interrupts it and whoever judges."""

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import patch

import chess
import pytest

import arena
from arena.analyse.analyst import Analyst
from arena.analyse.analysts import ThreadAnalysts
from arena.analyse.driver import judge_all
from arena.analyse.judgement import Judge, Judgement
from arena.errors import AnalysisError, KeeperError
from arena.importing.importer import import_games
from arena.store.judgements import enrol
from arena.store.store import FILE, open_store
from arena.tournament.plan import make_plan
from tests.arena.analyse.games import play_wild_games, rows
from tests.arena.command import ARENA
from tests.arena.command import arena as command
from tests.conftest import until
from world.api import Fault, MindFailure, Reply

NODES, SLOW = 1000, 40_000
START = chess.STARTING_FEN


@pytest.fixture(scope="module", autouse=True)
def _without_report() -> Iterator[None]:
    """Leave out what `arena analyse` does at its end: it takes a second, and has tests of its own."""
    with patch("arena.report.report.write_report", arena.load):
        yield


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tournament of two games that was analysed with 1,000 nodes and two engines at once."""
    folder = play_wild_games(tmp_path_factory.mktemp("analyse") / "t")
    done = command("analyse", str(folder), "--nodes", str(NODES), "--concurrency", "2")
    assert done.returncode == 0, done.stderr
    return folder


class Loop:
    """Stockfish behind a pipe: nothing of the arena's is used."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            ["/usr/games/stockfish"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def value(self, board: chess.Board) -> tuple[int, str]:
        """Return the value of a position for the side to move, within 1,000, and the best move."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"ucinewgame\nposition fen {board.fen()}\ngo nodes {NODES}\n")
        value = 0
        for line in self.process.stdout:
            words = line.split()
            if "score" in words:
                kind, number = words[words.index("score") + 1 :][:2]
                value = int(number) if kind == "cp" else 1000 if int(number) > 0 else -1000
            if words[0] == "bestmove":
                return max(-1000, min(1000, value)), words[1]
        raise AssertionError("Stockfish has ended")

    def close(self) -> None:
        """End it."""
        self.process.communicate("quit\n")


def replayed(folder: Path) -> Iterator[tuple[str, int, chess.Board, chess.Move]]:
    """Yield each move that a mind chose with its game and ply, and the position before it, played by python-chess."""
    with open_store(folder) as store:
        for record in store.records():
            board = chess.Board(record.start)
            for ply, action in enumerate(record.actions, 1):
                source, target = map(int, action.split(",")[:2])
                last = chess.square_rank(target) in (0, 7) and board.piece_type_at(source) == chess.PAWN
                move = chess.Move(source, target, chess.QUEEN if last else None)
                if ply > record.opening:
                    yield record.name, ply, board.copy(), move
                board.push(move)


def test_an_independent_loop_finds_the_same(analysed: Path) -> None:
    """On a hundred moves, loss and best move are those of a plain loop over Stockfish, to the centipawn."""
    found = {(row.game, row.ply): row for row in arena.load(analysed).analysis.itertuples()}
    assert len(found) >= 100
    with closing(Loop()) as loop:
        for game, ply, board, move in replayed(analysed):
            value, best = loop.value(board)
            board.push(move)
            assert not board.is_game_over()
            loss = 0 if move.uci() == best else max(0, value + loop.value(board)[0])
            row: Any = found.pop((game, ply))
            assert (row.loss, row.value, row.is_best) == (loss, value, move.uci() == best), (game, ply)
    assert found == {}


def test_nothing_is_judged_twice(analysed: Path) -> None:
    """The same command again judges nothing, says so, and prints the same figures."""
    again = command("analyse", str(analysed), "--nodes", str(NODES), "--json")
    assert "all positions are judged already" in again.stderr
    said = json.loads(again.stdout)
    assert said["judged_now"] == 0
    assert said["moves"] == len(rows(analysed))
    assert {row["mind"] for row in said["accuracy"]} == {"ann", "bob"}
    assert all(row["acpl"] > 0 and 0 < row["mean_accuracy"] < 100 for row in said["accuracy"])


def test_concurrency_changes_nothing(analysed: Path, tmp_path: Path) -> None:
    """One engine at a time finds the table that two found."""
    folder = play_wild_games(tmp_path / "t")
    assert command("analyse", str(folder), "--nodes", str(NODES), "--concurrency", "1").returncode == 0
    assert rows(folder) == rows(analysed)


def test_only_what_is_missing_is_judged(analysed: Path) -> None:
    """After some judgements are deleted and others damaged, as many are judged again, and the table is as before."""
    before, count = rows(analysed), "SELECT count(*) FROM judgements"
    with closing(sqlite3.connect(analysed / "arena.sqlite")) as db, db:
        total = db.execute(count).fetchone()[0]
        states = [state for (state,) in db.execute("SELECT state FROM judgements ORDER BY state LIMIT 12")]
        for state in states[:5]:
            db.execute("DELETE FROM judgements WHERE state = ?", (state,))
        for state, column in zip(
            states[5:], ["score", "mate", "best", "checksum", "score", "best", "mate"], strict=True
        ):
            db.execute(f"UPDATE judgements SET {column} = '5,6' WHERE state = ?", (state,))
    assert len(rows(analysed)) < len(before)
    done = command("analyse", str(analysed), "--nodes", str(NODES), "--json")
    assert json.loads(done.stdout)["judged_now"] == 12
    assert rows(analysed) == before
    with closing(sqlite3.connect(analysed / "arena.sqlite")) as db:
        assert db.execute(count).fetchone()[0] == total


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_what_was_judged_survives(tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C ends an analysis with 130, kill -9 at once; each judgement is kept, and the rest is judged later."""
    folder = play_wild_games(tmp_path / "t", games=1, plies=48)
    words = [ARENA, "analyse", str(folder), "--nodes", str(SLOW), "--concurrency", "1", "--json"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with closing(sqlite3.connect(folder / "arena.sqlite", timeout=20)) as db:

        def kept() -> int:
            try:
                return int(db.execute("SELECT count(*) FROM judgements").fetchone()[0])
            except sqlite3.OperationalError:  # its table is not there yet
                return 0

        until(kept)
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
        assert process.returncode == (130 if number == signal.SIGINT else -signal.SIGKILL), said
        before = kept()
    again = command("analyse", str(folder), "--nodes", str(SLOW), "--json")
    judged = json.loads(again.stdout)["judged_now"]
    assert judged > 0
    with open_store(folder) as store:
        assert store.db.execute("SELECT count(*) FROM judgements").fetchone()[0] == before + judged


class Patient:
    """An analyst that judges six positions, and then waits until it is stopped."""

    def __init__(self, judge: Judge, trusted: bool) -> None:
        self.count, self.waits, self.stopped = 0, Event(), Event()

    def judge(self, state: str) -> Judgement:
        self.count += 1
        if self.count > 6:
            self.waits.set()
            assert self.stopped.wait(60)
            raise AnalysisError("stopped")
        return Judgement(state, "12,28", 0)

    def stop(self) -> None:
        self.stopped.set()

    def close(self) -> None:
        pass


def test_what_was_judged_before_an_interruption_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C stops engines at once and keeps all that is judged."""
    made: list[Patient] = []
    monkeypatch.setattr("arena.analyse.analysts.Analyst", lambda *given: made.append(Patient(*given)) or made[-1])

    def interrupt(_done: int, _total: int) -> None:
        assert made[0].waits.wait(60)
        raise KeyboardInterrupt

    with open_store(play_wild_games(tmp_path / "t", games=1, plies=10)) as store:
        judge, states = Judge("uci:patient", "", 10), [f"state {number:02}" for number in range(40)]
        judgements = enrol(store.db, judge, store.folder / FILE)
        with pytest.raises(KeyboardInterrupt):
            judge_all(judgements, states, ThreadAnalysts(judge, 1), interrupt)
        assert [one.state for one in judgements] == [f"state {number:02}" for number in range(6)]


def engine(folder: Path, answer: str) -> str:
    """Write an engine that gives this answer whenever it is told to go, and return its spec."""
    path = folder / "engine"
    path.write_text(
        f"#!{sys.executable} -I\nimport os, sys\nfor line in sys.stdin:\n"
        "    if line == 'uci\\n': print('uciok', flush=True)\n"
        "    if line == 'isready\\n': print('readyok', flush=True)\n"
        f"    if line.startswith('position'): is_start = {START!r} in line\n"
        f"    if line.startswith('go'): {answer}\n",
        encoding="utf-8",
    )
    path.chmod(0o755)
    return f"uci:{path}"


SCORED = "info depth 1 score cp 20 pv e2e4\\nbestmove e2e4"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("os._exit(3)", "crash, exit code 3"),
        ("print('bestmove a1h8', flush=True)", "which is not legal"),
        ("print('bestmove nonsense', flush=True)", "expected bestmove and a move"),
    ],
)
def test_a_faulty_engine_is_an_error(tmp_path: Path, answer: str, message: str) -> None:
    """An engine that crashes, lies or says nothing is tried three times, and then named in one line."""
    folder = play_wild_games(tmp_path / "t", games=1, plies=18)
    done = command("analyse", str(folder), "--engine", engine(tmp_path, answer), "--nodes", "10")
    assert done.returncode == 2
    last = done.stderr.splitlines()[-1]
    assert last.startswith("arena: engine cannot judge ")
    assert "in 3 attempts" in last
    assert message in last


class Moody:
    """A cell that fails in the ways that a list says, and then answers."""

    def __init__(self, moods: list[Exception]) -> None:
        self.moods, self.name, self.closed = moods, "moody", 0

    def newrun(self, run: object) -> None:
        if self.moods:
            raise self.moods.pop()

    def getaction(self, state: object) -> Reply:
        return Reply("12,28", 0.0, {"score": 31})

    def close(self) -> None:
        self.closed += 1


@pytest.mark.parametrize("failures", [0, 1, 2, 3])
def test_an_engine_is_tried_three_times(monkeypatch: pytest.MonkeyPatch, failures: int) -> None:
    """Two failures cost two processes, and the third process answers; a third failure is an error."""
    moods: list[Exception] = [
        MindFailure(Fault("crash", "gone")),
        KeeperError("lost"),
        MindFailure(Fault("time", "late")),
    ]
    cell = Moody(moods[:failures])
    monkeypatch.setattr("arena.analyse.analyst.Cell", lambda *_, **__: cell)
    analyst = Analyst(Judge("uci:moody", "", 10))
    if failures < 3:
        assert analyst.judge(START).score == 31
    else:
        with pytest.raises(AnalysisError, match="in 3 attempts: crash, gone"):
            analyst.judge(START)
    assert cell.closed == failures


def imported(folder: Path, moves: str) -> Path:
    """Import a game of these moves, and return the folder of results."""
    pgn, results = folder / "one.pgn", folder / "t"
    tags = f'[White "a"]\n[Black "b"]\n[Result "{moves.split()[-1]}"]'
    pgn.write_text(f"{tags}\n\n{moves}\n", encoding="utf-8")
    results.mkdir()
    with open_store(results, must_exist=False) as store, store.alone():
        import_games(store, [pgn], lambda _games, _left_out: None)
    return results


def test_what_was_judged_before_a_failure_is_kept(tmp_path: Path) -> None:
    """An engine that knows the start alone has it judged, although the next position is beyond it."""
    folder = imported(tmp_path, "1. e4 e5 2. Nf3 1-0")
    answer = f"print('{SCORED}', flush=True) if is_start else os._exit(3)"
    alone = ("--nodes", "10", "--concurrency", "1")  # another one's failure would end it before it has begun
    done = command("analyse", str(folder), "--engine", engine(tmp_path, answer), *alone)
    assert done.returncode == 2, done.stderr
    with open_store(folder) as store:
        assert store.db.execute("SELECT state, best, score FROM judgements").fetchall() == [(START, "12,28", 20)]


def test_imported_games_are_judged(tmp_path: Path) -> None:
    """Games from a PGN are judged like any others; a mate at the end needs no engine, and loses nothing."""
    folder = imported(tmp_path, "1. f3 e5 2. g4 Qh4# 0-1")
    done = command("analyse", str(folder), "--nodes", str(NODES), "--json")
    found = json.loads(done.stdout)
    assert (found["judged_now"], found["moves"]) == (4, 4)
    moves = arena.load(folder).analysis
    assert list(moves["is_blunder"]) == [False, False, True, False]
    assert (moves["value_after"].iloc[-1], moves["loss"].iloc[-1]) == (1000, 0)


def test_what_cannot_be_judged_is_said_in_a_line(tmp_path: Path, analysed: Path) -> None:
    """No engine, an engine of another kind, several threads, and another world are errors of one line."""
    for spec, message in (
        ("uci:no-such-program", "apt install stockfish"),
        ("minimax", "expected a UCI engine"),
        ("uci:stockfish?Threads=2", "expected one thread"),
    ):
        done = command("analyse", str(analysed), "--engine", spec)
        assert (done.returncode, message in done.stderr, len(done.stderr.splitlines())) == (2, True, 1), done.stderr
    (tmp_path / "t").mkdir()
    with open_store(tmp_path / "t", must_exist=False) as store:
        store.set_plan(make_plan(world="tictactoe"))
    done = command("analyse", str(tmp_path / "t"))
    assert (done.returncode, "tictactoe" in done.stderr, len(done.stderr.splitlines())) == (2, True, 1), done.stderr


def test_another_effort_is_another_judge(analysed: Path, tmp_path: Path) -> None:
    """Judgements with other nodes stand beside the first ones; the table shows the judge that was asked last."""
    folder = play_wild_games(tmp_path / "t", games=1, plies=24)
    for nodes in (200, 300, 200):
        assert command("analyse", str(folder), "--nodes", str(nodes)).returncode == 0
        judge = arena.load(folder).judge
        assert judge is not None
        assert judge.nodes == nodes
    with open_store(folder) as store:
        assert store.db.execute("SELECT count(*), count(DISTINCT judge) FROM judgements").fetchone()[1] == 2


def test_a_repaired_store_keeps_its_judgements(analysed: Path, tmp_path: Path) -> None:
    """A store is repaired without its damaged game, and no judgement is lost."""
    folder = shutil.copytree(analysed, tmp_path / "copy")
    with closing(sqlite3.connect(folder / "arena.sqlite")) as db, db:
        before = db.execute("SELECT * FROM judgements ORDER BY state").fetchall()
        db.execute("UPDATE moves SET action = '1,2' WHERE game = 1 AND ply = 20")
    done = command("analyse", str(folder), "--nodes", str(NODES), "--json")
    assert "1 game cannot be used" in done.stderr
    assert json.loads(done.stdout)["judged_now"] == 0
    assert 0 < json.loads(done.stdout)["moves"] < len(rows(analysed))
    with closing(sqlite3.connect(folder / "arena.sqlite")) as db:
        assert db.execute("SELECT * FROM judgements ORDER BY state").fetchall() == before


def test_accuracy_by_groups(analysed: Path) -> None:
    """Figures by seat, phase and opening are those of the moves in each group, and add up to all moves."""
    results = arena.load(analysed)
    moves = results.analysis
    for column in ("seat", "phase", "opening"):
        table = results.accuracy_by(column)
        assert table["moves"].sum() == len(moves)
        for row in table.to_dict("records"):
            group = moves[(moves["mind"] == row["mind"]) & (moves[column] == row[column])]
            assert row["acpl"] == pytest.approx(group["loss"].mean())
            assert row["blunders"] == group["is_blunder"].sum()
    assert list(results.accuracy["acpl"]) == sorted(results.accuracy["acpl"])


def test_without_judgements_tables_are_empty(tmp_path: Path) -> None:
    """A tournament that nobody has analysed has empty tables with all columns, and no judge."""
    results = arena.load(play_wild_games(tmp_path / "t", games=1, plies=10))
    assert results.judge is None
    assert {"loss", "is_blunder"} <= set(results.analysis.columns)
    assert len(results.analysis) == len(results.accuracy) == 0
