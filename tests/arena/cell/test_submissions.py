"""Files that are handed in to do harm before a line of them is run: links, pipes, giants, loops, odd defaults."""

import os
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.store.store import open_store
from arena.tournament.driver import play_tournament
from arena.tournament.plan import make_plan
from minds.registry import card, learns, sources
from tests.arena.cell.test_jail import mind
from tests.arena.command import Here, arena


def beside(folder: Path, kind: str) -> None:
    """Something called a.py beside the mind."""
    path = folder / "a.py"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "giant":
        with path.open("wb") as file:
            file.truncate(100 << 30)
    elif kind == "folder":
        path.mkdir()
    elif kind == "dangling":
        path.symlink_to(folder / "nowhere")
    else:
        path.symlink_to("/dev/zero")


@pytest.mark.parametrize("kind", ["pipe", "giant", "folder", "dangling", "device"])
def test_strange_things_beside_a_mind_stop_nobody(tmp_path: Path, kind: str) -> None:
    """They are passed over, or read to a bound; the tournament is played."""
    folder = tmp_path / "minds"
    folder.mkdir()
    spec = mind(folder, "return state.position.legal_moves()[0]")
    beside(folder, kind)
    plan = make_plan(minds=[spec, "any-random-legal-move"], games=2, max_plies=10)
    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(plan)
        store.check_sources()
        play_tournament(store, lambda _results, _news: None, crew_of=Here)
        assert len(store.results()) == 2
    assert not learns(spec)


def test_a_script_that_names_itself(tmp_path: Path) -> None:
    """Its interpreter is looked for only so far; it loses, and nobody else does."""
    path = tmp_path / "loop"
    path.write_text(f"#!{path}\n", encoding="utf-8")
    path.chmod(0o755)
    done = arena("play", f"cmd:{path}", "minimax:depth=1")
    assert done.returncode == 0, done.stderr
    assert "0-1" in done.stdout


@pytest.mark.parametrize("default", ["{[]: 1}", f"0x{'F' * 5000}", "10**9", "'x' * 9", "[1] * 3"])
def test_strange_defaults_are_no_trouble(tmp_path: Path, default: str) -> None:
    """What is no plain value is shown as such."""
    path = tmp_path / "odd.py"
    body = f"from minds import Mind\n\n\nclass Odd(Mind):\n    def __init__(self, x={default}):\n        pass\n"
    path.write_text(f"{body}\n    def getaction(self, state):\n        return '0,0'\n", encoding="utf-8")
    assert list(card(str(path)).parameters) == ["x"]
    done = arena("check", str(path), "--json")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_a_mind_with_a_name_that_is_no_text(tmp_path: Path) -> None:
    """The name of its process is bytes; whoever reads about it is not surprised."""
    body = "import ctypes\nctypes.CDLL(None).prctl(15, b'\\xff\\xfe', 0, 0, 0)\nreturn state.position.legal_moves()[0]"
    done = arena("check", mind(tmp_path, body))
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_mind_that_is_changed_meanwhile_is_another_one(tmp_path: Path) -> None:
    """The games played after the change are not stored, and it is said why."""
    folder = tmp_path / "minds"
    folder.mkdir()
    spec = mind(folder, "return state.position.legal_moves()[0]")

    def change(results: object, news: list[object]) -> None:
        if news:
            Path(spec).write_text(Path(spec).read_text(encoding="utf-8") + "# better\n", encoding="utf-8")

    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(make_plan(minds=[spec, "any-random-legal-move"], games=200, max_plies=10, concurrency=1))
        with pytest.raises(StoreError, match=r"mind\.py' has changed while the tournament was played"):
            play_tournament(store, change, crew_of=Here)
        assert 0 < len(store.results()) < 200


def test_the_files_of_a_mind(tmp_path: Path) -> None:
    """Its own folder, if it has one, without what tools leave there."""
    folder = tmp_path / "own"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "data").mkdir()
    for name in ("mind.py", "other.py", "data/weights.txt", "__pycache__/mind.pyc"):
        (folder / name).touch()
    names = [str(path.relative_to(folder)) for path in sources(str(folder / "mind.py"))]
    assert names == ["data/weights.txt", "mind.py", "other.py"]
    (tmp_path / "alone.py").touch()
    assert sources(str(tmp_path / "alone.py")) == [tmp_path / "alone.py"]
