"""Tournaments in other worlds: with one seat, without scores, with a map of a million cells."""

from pathlib import Path
from time import process_time

import pytest

import arena
from arena.report.conclusion import conclusion
from arena.report.report import write_report
from arena.store.store import open_store
from arena.tournament.driver import play_tournament
from arena.tournament.plan import make_plan
from arena.tournament.play import play_game
from arena.why.questions import questions
from minds.host import MindPlayer
from minds.registry import load
from tests.arena.command import Here
from tests.arena.command import arena as command
from world.registry import new_world
from world.run import run

LARGEST = ("random 1000x1000", "rooms 1000x1000")
MOST_SECONDS = 5.0


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of two searches in mazes, with its report."""
    folder = tmp_path_factory.mktemp("mazes")
    with open_store(folder, must_exist=False) as store:
        store.set_plan(make_plan(world="maze", minds=("bfs", "dfs"), games=5, concurrency=1))
        play_tournament(store, lambda _results, _news: None, crew_of=Here)
    write_report(folder)
    return folder


def test_a_maze_has_standings(played: Path) -> None:
    """All minds go alone on the same maps, and the shortest ways are worth 1."""
    results = arena.load(played)
    assert list(results.standings["mind"]) == ["bfs", "dfs"]
    assert set(results.standings["ranks"]) == {"1–2"}, "five maps are too few to tell"
    assert conclusion(results) == [
        "bfs leads, but its rank by strength may be 1–2 of 2",
        "Not decided: 1 of 1 pairs; 10 starts may tell more (arena resume DIR --games 10)",
    ]
    assert results.standings["score"].tolist()[0] == 1.0 > results.standings["score"].tolist()[1]
    assert f"10 starts may tell more (arena resume {played} --games 10)\n" in command("report", str(played)).stdout
    with open_store(played) as store:
        maps = [record.start for record in store.records()]
    assert maps[:5] == maps[5:]
    assert len(set(maps)) == 5


def test_what_nobody_told_is_not_drawn(played: Path) -> None:
    """Without scores there is no plot of scores; the other plots exist, but that of times for so few games."""
    names = {path.stem for path in played.glob("*.png")}
    assert names == {"ratings", "endings", "lengths"}
    assert 'id="plot-effort"' in (played / "report.html").read_text(encoding="utf-8"), "with the reason"
    assert 'id="plot-evaluations"' not in (played / "report.html").read_text(encoding="utf-8")


def test_a_run_without_history_is_asked_about_again_without() -> None:
    """The questions of a replayed maze have no history, as the mind was asked."""
    record = run(new_world("maze"), [MindPlayer(load("bfs"))], seed=1)
    asked = [question.state for question in questions(record, 0) if question.state]
    assert len(asked) == len(record.plies) > 10
    assert {state.history for state in asked} == {()}
    assert [state.text for state in asked[1:]] == list(record.actions[:-1])


@pytest.mark.parametrize(
    ("spec", "world", "then"), [("astar", "maze", "bfs dfs"), ("minimax", "connect4", "any-random-legal-move")]
)
def test_minds_are_checked_where_they_play(spec: str, world: str, then: str) -> None:
    """`arena check` in another world suggests a tournament with minds that play there."""
    done = command("check", spec, "--world", world)
    assert done.returncode == 0, done.stdout
    assert "60 of 60 positions legally" in done.stdout
    assert f"arena run --world {world} {spec} {then} --games 10" in done.stdout


@pytest.mark.drill
@pytest.mark.parametrize("mind", ["bfs", "dfs", "astar", "dijkstra"])
@pytest.mark.parametrize("words", LARGEST)
def test_a_million_cells_take_seconds(words: str, mind: str) -> None:
    """A run to the goal in a maze of a million cells takes five seconds of processor time, arena and mind together."""
    start = process_time()
    record = play_game("maze", [mind], start=words, seed=1)
    assert record.ending.kind == "at the goal"
    assert process_time() - start + sum(ply.cpu for ply in record.plies) < MOST_SECONDS
