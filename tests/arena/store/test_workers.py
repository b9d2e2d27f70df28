"""Workers in a store: what they are, played, refused and spoilt; their table is shown if there are several."""

import random
from pathlib import Path

import pytest

import arena
from arena.crew.roll import Roll
from arena.report.remarks import remarks
from arena.report.workers import HEADINGS, workers
from arena.store.portable import export
from arena.store.store import open_store
from arena.store.troubles import TroubleKeeper, troubles_in
from arena.tournament.formats import due
from arena.tournament.plan import make_plan
from tests.arena.command import without_plots as command
from world.api import Ending, Fault, Opening
from world.record import Ply, Record, WorkerIdentity

HERE = WorkerIdentity("desk", 0, 2, 0.0, "landlock:4 seccomp")
FAST = WorkerIdentity("node1", 11, 8, 400.0, "landlock:4 seccomp")
SLOW = WorkerIdentity("=node2", 12, 8, 200.0, "landlock:4 seccomp")
IDLE = WorkerIdentity("node3", 13, 8, 300.0)
WON, LOST = Ending("win", (1.0, 0.0)), Ending("win", (0.0, 1.0))
FORFEIT = Ending("forfeit", (0.0, 1.0), Fault("crash", "no", 0, "getaction"))


def play(folder: Path, *crew: WorkerIdentity, games: int = 8, clock: str = "", bad: WorkerIdentity = IDLE) -> None:
    """Store games of a crew, whose first mind forfeits at a bad worker."""
    folder.mkdir(exist_ok=True)
    chance, games_of_all = random.Random(3), []
    with open_store(folder, must_exist=False) as store:
        minds = ("a=any-random-legal-move", "b=minimax")
        store.set_plan(make_plan(world="tictactoe", minds=minds, games=games, **({"movetime": 0.1} if clock else {})))
        for number, task in enumerate(due(store.plan, [Opening()], {})):
            worker = crew[number] if number < len(crew) else chance.choice(crew)
            ending = FORFEIT if worker is bad else chance.choice([WON, LOST])
            names = tuple("ab"[place] for place in task.seats)
            plies = (Ply(0, "1", 0.25), Ply(1, "2", 0.25))
            games_of_all.append((task, Record("tictactoe", 1, "", names, plies, ending, clock=clock, worker=worker)))
        store.add(games_of_all)


def keep(folder: Path, *roll: tuple[WorkerIdentity, dict[str, int]]) -> None:
    """Store troubles as a sitting does."""
    with open_store(folder) as store:
        found = Roll()
        keeper = TroubleKeeper(store)
        for worker, trouble in roll:
            found.note(worker, **trouble, reason="because")
            keeper.keep(found.troubles())


def test_the_table_has_a_row_for_each_worker(tmp_path: Path) -> None:
    """A row tells what a worker is, what it played and how fast, and what it refused; one that only refused has one."""
    play(tmp_path, HERE, FAST, SLOW)
    keep(tmp_path, (IDLE, {"refused": 2}), (FAST, {"rejected": 1}), (FAST, {"failed": 3}))
    keep(tmp_path, (IDLE, {"refused": 1}))
    table = arena.load(tmp_path).workers.set_index("worker")
    assert list(table.index) == ["=node2 12", "desk", "node1 11", "node3 13"]
    assert table["games"].sum() == 8
    assert table.loc["node1 11", ["machine", "process", "cores", "speed"]].tolist() == ["node1", 11, 8, 400.0]
    assert table.loc["node1 11", ["refusals", "failed", "rejected"]].tolist() == [0, 3, 1]
    assert table.loc["node3 13", ["games", "refusals", "walls"]].tolist() == [0, 3, ""]
    assert set(table["seconds_a_game"].dropna()) == {0.5}
    assert table["speed"].isna().tolist() == [False, True, False, False]


def test_the_portable_form_has_the_workers(tmp_path: Path) -> None:
    """The table of an exported tournament is the same."""
    play(tmp_path / "played", FAST, SLOW)
    keep(tmp_path / "played", (IDLE, {"refused": 2}))
    with open_store(tmp_path / "played") as store:
        export(store, tmp_path / "out")
    assert arena.load(tmp_path / "out").workers.equals(arena.load(tmp_path / "played").workers)


def test_one_worker_is_not_shown(tmp_path: Path) -> None:
    """The report of a tournament on one machine says nothing of workers; with another one it has a table of them."""
    play(tmp_path / "one", HERE)
    play(tmp_path / "two", FAST, SLOW)
    keep(tmp_path / "two", (IDLE, {"refused": 2}))
    assert command("report", str(tmp_path / "one")).returncode == 0
    assert not (tmp_path / "one" / "workers.csv").exists()
    assert "<h2>Workers</h2>" not in (tmp_path / "one" / "report.html").read_text(encoding="utf-8")
    assert command("report", str(tmp_path / "two")).returncode == 0
    page = (tmp_path / "two" / "report.html").read_text(encoding="utf-8")
    assert "<h2>Workers</h2>" in page
    assert "because" not in page, "circumstances are for people"
    lines = (tmp_path / "two" / "workers.csv").read_text(encoding="utf-8").splitlines()
    assert [line.partition(",")[0] for line in lines] == ["worker", "'=node2 12", "node1 11", "node3 13"]


def test_a_worker_that_differs_is_remarked_on(tmp_path: Path) -> None:
    """A worker where minds forfeit more than elsewhere is named beside the standings, and is the table's first."""
    play(tmp_path, FAST, SLOW, HERE, games=120, bad=SLOW)
    results = arena.load(tmp_path)
    (line,) = [line for line in remarks(results) if "differs" in line]
    assert line.startswith("The worker =node2 12 differs by more than chance from the others: ")
    assert "games were forfeited there" in line
    headings, rows, _ = workers(results)
    assert (tuple(headings), rows[0][0]) == (HEADINGS, "=node2 12")


@pytest.mark.parametrize(
    ("clock", "crew", "warned"),
    [
        ("wall", (FAST, SLOW), True),
        ("wall: ann is remote", (FAST, SLOW), True),
        ("processor", (FAST, SLOW), False),
        ("", (FAST, SLOW), False),
        ("wall", (FAST, HERE), False),
    ],
)
def test_wall_clocks_on_unequal_machines_are_remarked_on(
    tmp_path: Path, clock: str, crew: tuple[WorkerIdentity, ...], warned: bool
) -> None:
    """Games by the wall clock on machines of unequal speed get one remark with the speeds; others get none."""
    play(tmp_path, *crew, clock=clock)
    found = [line for line in remarks(arena.load(tmp_path)) if "unequal speed (node1 400, =node2 200;" in line]
    assert len(found) == warned


def test_damaged_troubles_are_none(tmp_path: Path) -> None:
    """A store may be anyone's: troubles that cannot be read are none."""
    play(tmp_path, FAST)
    with open_store(tmp_path) as store:
        for text in ("{", '[{"worker":{"speed":-1}}]', "[1]"):
            store.note("workers", text)
            assert troubles_in(store) == []
