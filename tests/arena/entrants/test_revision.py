"""Minds as they were at a git revision, from repositories that the tests make."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from arena.entrants.revision import bundle_at
from arena.errors import EntrantError
from tests.drills.bounded import bounded


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two commits of mind.py and of a file beside it; the second is tagged v2."""

    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"]
        subprocess.run(["git", "-C", str(tmp_path), *identity, *arguments], check=True, capture_output=True)

    git("init", "-q")
    (tmp_path / "entries").mkdir()
    for number in (1, 2):
        (tmp_path / "entries" / "mind.py").write_text(f"number = {number}")
        (tmp_path / "entries" / "data.txt").write_text("data")
        (tmp_path / "entries" / ".hidden").write_text(str(number))
        git("add", "-A")
        git("commit", "-q", "-m", f"commit {number}")
    git("tag", "v2")
    return tmp_path / "entries"


def test_an_older_file_is_found(repository: Path) -> None:
    """A revision gives the file's content at that commit, with its folder if wanted."""
    (file,) = bundle_at(repository / "mind.py", "HEAD~1", whole_folder=False).files
    assert file.content == b"number = 1"
    both = bundle_at(repository / "mind.py", "v2", whole_folder=True).files
    assert [(file.path, file.content) for file in both] == [("data.txt", b"data"), ("mind.py", b"number = 2")]


@pytest.mark.parametrize("revision", ["HEAD~7", "nothing", "--output=x", "HEAD:mind.py", "", "a b", "v2..HEAD"])
def test_a_bad_revision_is_explained(repository: Path, revision: str) -> None:
    """A revision that does not exist, or is none, raises an EntrantError that quotes it."""
    with pytest.raises(EntrantError, match="revision"):
        bundle_at(repository / "mind.py", revision, whole_folder=False)


def test_a_file_that_was_not_there_is_explained(repository: Path) -> None:
    """A file that the revision does not have raises an EntrantError."""
    with pytest.raises(EntrantError, match="no file"):
        bundle_at(repository / "later.py", "v2", whole_folder=False)


def test_no_repository_is_explained(tmp_path: Path) -> None:
    """A folder outside any repository raises an EntrantError."""
    with pytest.raises(EntrantError, match="no revision"):
        bundle_at(tmp_path / "mind.py", "HEAD", whole_folder=False)


@pytest.mark.parametrize("kind", ["smudge", "process"])
def test_a_repository_runs_nothing(repository: Path, kind: str) -> None:
    """A submission may bring its own .git, whose configuration names programs: none is run, and files are as stored."""
    ran, top = repository / "ran", repository.parent
    (top / ".git" / "info" / "attributes").write_text("* filter=x\n", encoding="utf-8")
    (repository / ".gitattributes").write_text("*.py filter=x export-subst ident\n", encoding="utf-8")
    command = f"touch {ran}; cat"
    settings = {f"filter.x.{kind}": command, "core.fsmonitor": command, "core.pager": command, "filter.x.required": "1"}
    for name, value in settings.items():
        subprocess.run(["git", "-C", str(top), "config", name, value], check=True)
    bundle = bundle_at(repository / "mind.py", "v2", whole_folder=True)
    assert {file.path: file.content for file in bundle.files}["mind.py"] == b"number = 2"
    assert not ran.exists()


def test_a_link_is_explained(repository: Path) -> None:
    """A link in a revision could lead out of the submission."""
    (repository / "link.py").symlink_to("/etc/passwd")
    for words in (["add", "-A"], ["-c", "user.name=T", "-c", "user.email=t@example.invalid", "commit", "-qm", "link"]):
        subprocess.run(["git", "-C", str(repository), *words], check=True)
    with pytest.raises(EntrantError, match=r"'link.py' is a link"):
        bundle_at(repository / "mind.py", "HEAD", whole_folder=True)


@pytest.fixture
def thief(repository: Path) -> Path:
    """A submission beside a repository with secrets, and with an empty one of its own."""
    top = repository.parent
    (top / "mind.py").write_text("secret", encoding="utf-8")
    for words in (
        ["add", "mind.py"],
        ["-c", "user.name=T", "-c", "user.email=t@example.invalid", "commit", "-qm", "3"],
    ):
        subprocess.run(["git", "-C", str(top), *words], check=True)
    subprocess.run(["git", "-C", str(top), "tag", "v3"], check=True)
    folder = top / "submissions" / "thief"
    folder.mkdir(parents=True)
    subprocess.run(["git", "-C", str(folder), "init", "-q"], check=True)
    (folder / "mind.py").write_text("", encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "way", ["file", "parent", "link", "commondir", "alternates", "objects", "pack", "object", "bare", "pipe", "head"]
)
def test_a_submission_shows_no_other_repository(repository: Path, thief: Path, way: str) -> None:
    """A .git that leads elsewhere, in any of git's ways, is an EntrantError that names git clone."""
    own, other = thief / ".git", repository.parent / ".git"
    if way in ("file", "parent", "link", "bare"):
        shutil.rmtree(own)
    if way == "file":
        shutil.move(other, repository.parent / "moved")
        own.write_text(f"gitdir: {repository.parent / 'moved'}\n", encoding="utf-8")
    elif way == "parent":
        own.write_text("gitdir: ../../.git\n", encoding="utf-8")
    elif way == "link":
        own.symlink_to(other)
    elif way == "bare":
        shutil.copy(other / "HEAD", thief)
        for name in ("objects", "refs"):
            (thief / name).symlink_to(other / name)
    elif way == "head":
        (own / "HEAD").unlink()
        os.mkfifo(own / "HEAD")
    elif way == "commondir":
        (own / "commondir").write_text(f"{other}\n", encoding="utf-8")
    else:
        shutil.rmtree(own / "refs")
        shutil.copytree(other / "refs", own / "refs")
        lead_to(other / "objects", own / "objects", way)
    with pytest.raises(EntrantError, match="git clone"):
        bundle_at(thief / "mind.py", "v3", whole_folder=True)


def lead_to(other: Path, own: Path, way: str) -> None:
    """Have a folder of objects lead to another one."""
    if way == "alternates":
        (own / "info" / "alternates").write_text(f"{other}\n", encoding="utf-8")
    elif way == "pipe":
        os.mkfifo(own / "pack" / "x.idx")
    elif way in ("objects", "pack"):
        place = own if way == "objects" else own / "pack"
        shutil.rmtree(place)
        place.symlink_to(other if way == "objects" else other / "pack")
    else:
        for path in other.glob("??/*"):
            (own / path.parent.name).mkdir(exist_ok=True)
            (own / path.parent.name / path.name).symlink_to(path)


@pytest.mark.parametrize("depth", [0, 2])
def test_a_clone_may_be_at_any_folder_above(repository: Path, tmp_path: Path, depth: int) -> None:
    """A submission may lie in its own clone, or anywhere in a repository, packed or not."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(repository.parent), str(clone)], check=True)
    subprocess.run(["git", "-C", str(clone), "gc", "-q"], check=True)
    (clone / ".git" / "hooks" / "pre-commit").symlink_to("/bin/true")
    deep = clone / "entries" / "/".join("x" * depth)
    deep.mkdir(parents=True, exist_ok=True)
    bundle = bundle_at(clone / "entries" / "mind.py", "v2", whole_folder=False)
    assert [file.content for file in bundle.files] == [b"number = 2"]
    if depth:
        with pytest.raises(EntrantError, match="no file"):
            bundle_at(deep / "mind.py", "v2", whole_folder=False)


def test_git_is_not_waited_for_without_end(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository whose configuration is in a pipe that nobody writes to makes git hang, and is an EntrantError."""
    os.mkfifo(repository / "pipe")
    subprocess.run(["git", "-C", str(repository), "config", "include.path", str(repository / "pipe")], check=True)
    monkeypatch.setattr("arena.entrants.revision.MAX_SECONDS", 0.2)
    with bounded(10), pytest.raises(EntrantError, match="no revision"):
        bundle_at(repository / "mind.py", "v2", whole_folder=False)
