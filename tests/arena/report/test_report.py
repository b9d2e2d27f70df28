"""Reports: tables straight from the store, and work in processes beside."""

import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from arena.report import games
from arena.report.games import games_aside
from arena.report.report import write_report
from arena.report.tables import write_table
from arena.store import examination
from arena.store.damage import find_damage
from arena.store.queries import load
from arena.store.store import open_store
from arena.tournament.plan import make_plan
from arena.tournament.schedule import Task
from tests.conftest import until
from world.api import Ending, Opening
from world.record import Ply, Record
from world.registry import find

NUMBERS = {"depth": 3, "nodes": 1000, "score": 31}
LIMIT = 60  # seconds


def store_game(folder: Path, plies: tuple[Ply, ...], name: str = "001-002-00001a") -> None:
    with open_store(folder, must_exist=False) as store:
        if not store.has_plan:
            minds = ("a=any-random-legal-move", "-b=minimax")
            store.set_plan(make_plan(world="tictactoe", minds=minds, games=2))
        names = [entrant.name for entrant in store.entrants()]
        record = Record("tictactoe", 1, "start", tuple(names), plies, Ending("win", (1.0, 0.0)))
        store.add([(Task(name, 1, (0, 1), Opening(), 1), record)])


@pytest.mark.parametrize("thoughts", [[NUMBERS, NUMBERS], [NUMBERS, None], [None, None], [NUMBERS, {"depth": 2.5}]])
def test_moves_are_those_of_the_table(tmp_path: Path, thoughts: list[dict[str, float] | None]) -> None:
    """moves.csv is to the byte the table of moves, with gaps, floats and cells that look like formulas."""
    actions = ("=1+1", '1,2 "x"')
    times = ((1e-05, 0.0, None), (12.25, 1.5, 59.125))
    plies = [Ply(seat, actions[seat], *times[seat], thoughts[seat]) for seat in (0, 1)]
    store_game(tmp_path, tuple(plies))
    with games_aside(tmp_path):
        pass
    write_table(load(tmp_path).moves, tmp_path / "expected.csv")
    assert (tmp_path / "moves.csv").read_bytes() == (tmp_path / "expected.csv").read_bytes()
    table = pd.read_csv(tmp_path / "moves.csv")
    assert list(table["action"]) == ["'=1+1", '1,2 "x"']
    assert list(table["mind"]) == ["a", "'-b"]


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_parts_are_put_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parts: int) -> None:
    """Games are in the order of their names and moves in that of playing, however many processes write them."""
    monkeypatch.setattr(games, "GAMES_OF_A_PART", 1)
    monkeypatch.setattr(games, "processors", lambda: parts)
    played = ["001-002-00002a", "001-002-00001b", "001-002-00003a", "001-002-00001a"]
    for place, name in enumerate(played):
        store_game(tmp_path, tuple(Ply(number % 2, str(number)) for number in range(place + 1)), name)
    with games_aside(tmp_path):
        pass
    with open_store(tmp_path) as store:
        texts = [find("tictactoe").getrecord(record) for record in store.records()]
    assert (tmp_path / "games.txt").read_text(encoding="utf-8") == "".join(texts)
    assert pd.read_csv(tmp_path / "moves.csv")["game"].drop_duplicates().to_list() == played
    assert sorted(path.name for path in tmp_path.glob("[!a]*")) == ["games.txt", "moves.csv"]


def test_games_are_examined_when_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report on a store that is whole does not read all games first; of a damaged one all others are written."""
    store_game(tmp_path, (Ply(0, "1"),))
    store_game(tmp_path, (Ply(0, "2"), Ply(1, "3")), "001-002-00001b")
    examined: list[int] = []
    monkeypatch.setattr(examination, "find_damage", lambda *given: examined.append(1) or find_damage(*given))
    assert (write_report(tmp_path).count, examined) == (2, [])
    with open_store(tmp_path) as store:
        store.db.execute("UPDATE moves SET action = '4' WHERE action = '3'")
    assert (write_report(tmp_path).count, examined) == (1, [1])
    assert (tmp_path / "moves.csv").read_text(encoding="utf-8").count("\n") == 2


def process(code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    lines = "import os, signal, sys, time\nfrom arena.report.aside import aside\n" + code
    command = [sys.executable, "-c", lines, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)


def test_an_error_beside_is_raised() -> None:
    """The error of a work comes out of the with block with its type and message."""
    code = """
def fail():
    raise OSError(28, "No space left on device")
try:
    with aside(fail, lambda: time.sleep(0.1)):
        pass
except OSError as problem:
    print(problem)
"""
    assert process(code).stdout == "[Errno 28] No space left on device\n"


def test_a_killed_process_is_an_error() -> None:
    """A work whose process is killed is not taken for done."""
    code = """
try:
    with aside(lambda: os.kill(os.getpid(), signal.SIGKILL)):
        pass
except OSError as problem:
    print(problem)
"""
    assert process(code).stdout == "a process of the report was killed: -9\n"


def has_ended(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return True
    with open(f"/proc/{number}/stat", encoding="utf-8") as file:
        return file.read().rpartition(")")[2].split()[0] == "Z"


@pytest.mark.parametrize("end", ["raise KeyboardInterrupt", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_nothing_is_left(end: str, tmp_path: Path) -> None:
    """After an interruption or kill -9 of the report its other processes are gone."""
    code = f"""
def work():
    with open(sys.argv[1], "w") as file:
        print(os.getpid(), file=file, flush=True)
    time.sleep({2 * LIMIT})
with aside(work):
    while not (os.path.exists(sys.argv[1]) and open(sys.argv[1]).read().endswith("\\n")):
        time.sleep(0.01)
    {end}
"""
    process(code, str(tmp_path / "number"))
    number = int((tmp_path / "number").read_text())
    until(lambda: has_ended(number))


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that cannot be written raises OSError, also if another process writes it."""
    store_game(tmp_path, (Ply(0, "1"),))
    (tmp_path / "moves.csv").symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left"):
        write_report(tmp_path)
    assert not list(tmp_path.glob("tmp*"))
