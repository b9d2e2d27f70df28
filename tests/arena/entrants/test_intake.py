"""Folders of submissions: what can be entered is entered, and the rest is rejected one by one, with the reason."""

import os
from pathlib import Path

import pytest

from arena.entrants.roster import enter_all
from arena.entrants.submissions import Rejection, entries_of, sort_out, submissions_in
from arena.errors import EntrantError
from arena.store.rejected import note_rejected, rejected_in
from arena.store.store import open_store
from tests.arena.command import arena, without_plots
from tests.arena.entrants.test_roster import GREEDY, write

BROKEN = {
    "syntax.py": GREEDY.replace("state):", "state)"),
    "no-mind.py": GREEDY.replace("(Mind)", ""),
    "two-minds.py": GREEDY + GREEDY.replace("class Greedy", "class Other"),
    "misspelt.py": GREEDY.replace("getaction", "getAction"),
    "unfit.py": GREEDY.replace('name = "greedy"', 'name = "greedy"\n    needs = "problem"'),
    "zero.py": "\0",
    f"{'long' * 20}.py": GREEDY,
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("cache", "work/in"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.setattr("arena.entrants.cache.cache_folder", lambda: tmp_path / "cache")
    monkeypatch.chdir(tmp_path / "work")


def entered(*others: str) -> list[str]:
    """Return the names under which all submissions are entered, with other minds before them."""
    entries = entries_of(submissions_in(Path("in")))
    return [one.entrant.name for one in enter_all([*others, *entries], "chess")]


def test_a_folder_of_submissions_is_entered_by_its_names() -> None:
    """NAME.py, NAME/mind.py and an executable NAME/mind are entered as NAME; files of other kinds are left alone."""
    write("in/ann.py")
    write("in/bob/mind.py")
    write("in/cat/mind", "#!/bin/bash\n")
    Path("in/cat/mind").chmod(0o755)
    write("in/notes.txt")
    write("in/.eve/mind.py")
    assert [(one.name, one.spec) for one in entries_of(submissions_in(Path("in")))] == [
        ("ann", "in/ann.py"),
        ("bob", "in/bob/mind.py"),
        ("cat", "cmd:in/cat/mind"),
    ]
    assert entered() == ["ann", "bob", "cat"]


@pytest.mark.parametrize("folder", ["in", "missing"])
def test_a_folder_without_minds_is_explained(folder: str) -> None:
    """An empty folder, and none at all, raise an EntrantError that says what is expected."""
    with pytest.raises(EntrantError, match=r"expected NAME\.py"):
        submissions_in(Path(folder))


def test_two_submissions_of_one_name_are_told_apart() -> None:
    """A file ann.py and a folder ann both play, under names that say which is which."""
    write("in/ann.py")
    write("in/ann/mind.py")
    write("in/bob.py")
    assert entered() == ["ann (ann/mind.py)", "ann (ann.py)", "bob"]


def test_a_submission_does_not_take_a_built_in_name() -> None:
    """A file minimax.py has its file in its name, and the built-in minimax keeps its own."""
    write("in/minimax.py")
    assert entered("minimax") == ["minimax", "minimax (minimax.py)"]


def test_sixty_files_of_a_folder_are_entered() -> None:
    """A class of sixty is entered at once, each under the name of its folder."""
    for number in range(60):
        write(f"in/student{number:03}/mind.py", GREEDY.replace("hunger: int = 3", f"hunger: int = {number}"))
    assert entered() == [f"student{number:03}" for number in range(60)]


def write_strange_things() -> None:
    """Write submissions that are no ordinary files: links that lead out, a pipe in a folder, folders without a mind."""
    Path("in/link.py").symlink_to("/etc/passwd")
    write("in/pipe/mind.py")
    os.mkfifo("in/pipe/data")
    Path("in/empty").mkdir()
    write("in/other-name/my_mind.py")


def test_broken_submissions_are_rejected_one_by_one() -> None:
    """Each has a reason, and the others can be entered."""
    write("in/ann.py")
    for name, text in BROKEN.items():
        write(f"in/{name}", text)
    write_strange_things()
    found, rejected = sort_out(submissions_in(Path("in")), "chess")
    assert [one.name for one in found] == ["ann"]
    strange = {"link", "pipe", "empty", "other-name"}
    assert {one.name for one in rejected} == {name.removesuffix(".py") for name in BROKEN} | strange
    assert all(one.reason and Path(one.path).name.removesuffix(".py") for one in rejected)


def test_a_class_plays_without_its_broken_submissions() -> None:
    """`arena run --entrants` says who is skipped and why, plays the others, and keeps the reasons."""
    write("in/ann.py")
    write("in/minimax.py")
    write("in/syntax.py", BROKEN["syntax.py"])
    done = arena("run", "--entrants", "in", "--games", "2", "--max-plies", "2", "--nodes", "10", "--out", "out")
    assert done.returncode == 0, done.stderr
    assert "skipped syntax: 'in/syntax.py', line 12: expected ':'" in done.stderr
    assert "in/minimax.py is entered as 'minimax (minimax.py)', since minimax is a built-in mind" in done.stderr
    assert without_plots("resume", "out", "--games", "4").returncode == 0, "which leaves the rejected as they are"
    with open_store(Path("out")) as store:
        assert [one.name for one in store.entrants()] == ["ann", "minimax (minimax.py)"]
        (kept,) = rejected_in(store)
        assert (kept.name, kept.path) == ("syntax", "in/syntax.py")
        note_rejected(store, [Rejection("ann", "in/ann.py", "it was broken"), kept])
        assert rejected_in(store) == [kept], "who has been entered since is not rejected any more"


def test_a_class_of_broken_submissions_is_explained() -> None:
    """If none can be entered, there is a message for each, and no folder is made."""
    write("in/syntax.py", BROKEN["syntax.py"])
    write("in/no-mind.py", BROKEN["no-mind.py"])
    done = arena("run", "--entrants", "in", "--out", "out")
    assert done.returncode == 2
    assert "none of the 2 submissions can be entered" in done.stderr
    assert "no subclass of Mind" in done.stderr
    assert not Path("out").exists()
