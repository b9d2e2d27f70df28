"""Files that are handed in to do harm before a line of them is run: links, pipes, giants, loops, odd defaults."""

import os
from pathlib import Path

import pytest

from arena.entrants.roster import enter_all
from arena.errors import EntrantError
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


@pytest.mark.parametrize("kind", ["pipe", "giant", "dangling", "device"])
def test_strange_things_beside_a_mind_are_rejected(tmp_path: Path, kind: str) -> None:
    """A pipe, a giant file or a link that leads out is no part of a submission; the message says which."""
    spec = mind(tmp_path, "return state.position.legal_moves()[0]")
    beside(tmp_path, kind)
    with pytest.raises(EntrantError, match=r"a\.py|16 MiB"):
        enter_all([spec], "chess")


def test_a_folder_called_like_a_file_stops_nobody(tmp_path: Path) -> None:
    """A folder a.py beside a mind is passed over, and the tournament is played."""
    (tmp_path / "minds").mkdir()
    spec = mind(tmp_path / "minds", "return state.position.legal_moves()[0]")
    beside(tmp_path / "minds", "folder")
    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(make_plan(minds=[spec, "any-random-legal-move"], games=2, max_plies=10))
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


def test_a_mind_that_is_changed_meanwhile_plays_on_as_it_was(tmp_path: Path) -> None:
    """A file that changes during a tournament changes no game: the version that was entered plays them all."""
    folder = tmp_path / "minds"
    folder.mkdir()
    spec = mind(folder, "return state.position.legal_moves()[0]")

    def change(results: object, news: list[object]) -> None:
        if news:
            Path(spec).write_text("raise SystemExit\n", encoding="utf-8")

    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(make_plan(minds=[spec, "any-random-legal-move"], games=4, max_plies=10, concurrency=1))
        play_tournament(store, change, crew_of=Here)
        assert [record.ending.fault for record in store.records()] == [None] * 4


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
