"""`arena new`: the mind it makes works without changes and beats random play."""

import json
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest

from arena.errors import NewMindError
from arena.student.new import FILES, MAX_NAME_LENGTH, class_name, make
from minds.host import MindPlayer
from minds.registry import learns, load
from tests.arena.command import Completed
from tests.arena.command import arena as command
from tests.bench.strength import opening
from world.registry import new_world
from world.run import run

pytestmark = pytest.mark.long


def arena(folder: Path, *arguments: str) -> Completed:
    with chdir(folder):
        return command(*arguments)


def test_it_says_what_it_made_and_what_comes_next(tmp_path: Path) -> None:
    """The command prints the three files, and the next command on the last line."""
    done = arena(tmp_path, "new", "my-mind")
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(path.name for path in (tmp_path / "my-mind").iterdir()) == sorted(FILES)
    assert all(f"my-mind/{file} " in done.stdout for file in FILES)
    assert done.stdout.splitlines()[-1] == "arena check my-mind/mind.py"
    assert json.loads(arena(tmp_path, "new", "other", "--json").stdout)["next"] == "arena check other/mind.py"


def test_what_is_there_is_left_alone(tmp_path: Path) -> None:
    """The name of an existing folder or file is rejected in one line, and nothing in it changes."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "taken").write_text("mine", encoding="utf-8")
    for name in ("mine", "taken"):
        done = arena(tmp_path, "new", name)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"arena: '{name}' exists already; expected another name\n"
    assert list((tmp_path / "mine").iterdir()) == []


@pytest.mark.parametrize("name", ["my_mind", "none", "mind", "käfer-2"])
def test_the_made_folder_passes_its_own_test(tmp_path: Path, name: str) -> None:
    """pytest passes in the parent folder, as its README says, for any valid name."""
    make(name, tmp_path)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert load(str(tmp_path / name / "mind.py")).name == name


def test_it_is_no_learner(tmp_path: Path) -> None:
    """Neither the mind nor the files beside it make the arena play its games one after another."""
    assert not learns(str(make("beginner", tmp_path)[0]))


def test_it_beats_chance(tmp_path: Path) -> None:
    """It scores at least 16 points in 20 games from random openings."""
    spec = str(make("beginner", tmp_path)[0])
    players, score = [MindPlayer(load(spec)), MindPlayer(load("any-random-legal-move"))], 0.0
    for game in range(20):
        seats = players if game % 2 == 0 else players[::-1]
        record = run(new_world("chess"), seats, seed=game, opening=opening(game // 2))
        assert record.ending.kind != "forfeit"
        score += record.ending.result[game % 2]
    assert score >= 16


def test_its_page_is_short_and_its_commands_are_there(tmp_path: Path) -> None:
    """The mind has about fifteen lines, the README half a page and only commands of the arena."""
    mind, page, _ = (path.read_text(encoding="utf-8") for path in make("a1", tmp_path))
    assert len(mind.splitlines()) <= 16
    assert len(page.splitlines()) <= 40
    assert "$" not in page
    known = {"play", "check", "run", "why"}
    assert {line.split()[1] for line in page.splitlines() if line.startswith("arena ")} == known


HOSTILE = [
    "",
    ".",
    "..",
    ".hidden",
    "-x",
    "--help",
    "a/b",
    "/tmp/x",
    "a\\b",
    "a\nb",
    "a\tb",
    "a\0b",
    "a b",
    "a;b",
    "$x",
]
HOSTILE += [
    'a"b',
    "a'b",
    "a:b",
    "a,b",
    "mind.py",
    "1st",
    "_x",
    "²",
    "a²",
    "\u202ea",
    "a" * (MAX_NAME_LENGTH + 1),
    "\ud800",
]


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_names_are_refused(tmp_path: Path, name: str) -> None:
    """A name that could leave the folder or enter code or a shell is rejected, and nothing is made."""
    with pytest.raises(NewMindError, match="expected") as refused:
        make(name, tmp_path)
    assert str(refused.value).isprintable()
    assert list(tmp_path.iterdir()) == []


def test_a_refusal_is_one_line_and_wrong_usage(tmp_path: Path) -> None:
    """A rejected name prints one line and exits with 2."""
    done = arena(tmp_path, "new", "../x")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert arena(tmp_path, "new", "--", "-x").returncode == 2
    assert arena(tmp_path, "new").returncode == 2


def test_names_become_classes() -> None:
    """The class name is in camel case and is neither a keyword nor Mind."""
    assert [class_name(name) for name in ("deep_thought", "a-b", "HAL9", "true", "mind")] == [
        "DeepThought",
        "AB",
        "HAL9",
        "TrueMind",
        "MindMind",
    ]
