"""The engines that a crew can run on: pebble, Dask, loky and executorlib play the same games."""

import shutil
from pathlib import Path

import pytest

from arena.crew.local import ProcessCrew
from arena.crew.named import crew_named
from arena.errors import CrewError
from tests.arena.command import arena, without_plots
from tests.arena.crew.dask_cluster import dask_cluster, free_port
from tests.arena.crew.games import games_of, plan_in

EXECUTORS = "tests.arena.crew.executors"


@pytest.mark.drill  # every day, test_tls.py has Dask play
@pytest.mark.filterwarnings("ignore")  # of the engines' own
def test_all_engines_play_the_same_games(tmp_path: Path) -> None:
    """Fifty games by the local pool, real Dask workers and two others are equal to the byte."""
    minds = ["any-random-legal-move", "minimax:depth=1"]
    plan = plan_in(tmp_path / "minds", minds=minds, games=50, max_plies=12, concurrency=2)
    games = {"local": games_of(tmp_path / "local", plan, ProcessCrew)}
    with dask_cluster(tmp_path, 1) as cluster:
        others = {name: f"{EXECUTORS}:{name}" for name in ("loky", "executorlib")}
        for name, crew in {"dask": cluster.crew, **others}.items():
            found = crew_named(crew)
            assert found is not None
            games[name] = games_of(tmp_path / name, plan, found)
    assert games["local"].count(b"[Event ") == 50
    assert [name for name, found in games.items() if found != games["local"]] == []
    shutil.rmtree(tmp_path / "dask", ignore_errors=True)


@pytest.mark.parametrize(
    ("crew", "said"),
    [
        ("nonsense", "expected local, dask://HOST:PORT"),
        ("no_such_module:factory", "cannot be loaded"),
        ("arena.errors:nothing", "cannot be loaded"),
        ("missing.json", "no such scheduler file"),
    ],
)
def test_a_crew_that_there_is_not_is_one_line(tmp_path: Path, crew: str, said: str) -> None:
    """A mistake in --crew is one line that says what was expected."""
    done = arena("run", "minimax:depth=1", "alphabeta", "--crew", crew, "--out", str(tmp_path / "out"))
    assert (done.returncode, said in done.stderr, done.stderr.count("\n")) == (2, True, 1), done.stderr


@pytest.mark.parametrize("words", [("run", "minimax:depth=1"), ("run", "minimax:depth=1", "--serve", "0"), ("resume",)])
def test_remote_minds_do_not_play_with_a_crew(tmp_path: Path, words: tuple[str, ...]) -> None:
    """A remote mind together with a crew is one line that says why and what to do, and nothing is played."""
    place = ("--out", str(tmp_path / "out"))
    if words == ("resume",):
        with_games = ("minimax:depth=1", "alphabeta:depth=1", "--games", "2", "--max-plies", "2")
        assert without_plots("run", *with_games, *place).returncode == 0
        words, place = ("resume", str(tmp_path / "out")), ()
    done = arena(*words, "remote:bob", "--crew", f"{EXECUTORS}:threads", *place)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "whose own workers alone can play with it; leave out --crew, or the remote minds" in done.stderr


@pytest.mark.filterwarnings("ignore")
def test_a_port_where_nobody_listens_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a scheduler the tournament does not begin; the line names the address."""
    monkeypatch.setattr("arena.crew.cluster.TO_CONNECT", 0.2)
    crew = crew_named(f"dask://127.0.0.1:{free_port()}")
    assert crew is not None
    with pytest.raises(CrewError, match="no scheduler answers there"):
        games_of(tmp_path / "out", plan_in(tmp_path / "minds", games=2), crew)


def test_dask_need_not_be_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package, the line says how to install it."""
    monkeypatch.setattr("arena.crew.scheduler.find_spec", lambda _name: None)
    done = arena("run", "minimax:depth=1", "alphabeta", "--crew", "dask://127.0.0.1:1", "--out", str(tmp_path / "out"))
    assert (done.returncode, "pip install mind-arena[cluster]" in done.stderr) == (2, True)
    assert not (tmp_path / "out").exists()
