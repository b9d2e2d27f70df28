"""Minds as they were at a git revision, from repositories that the tests make."""

import subprocess
from pathlib import Path

import pytest

from arena.entrants.revision import bundle_at
from arena.errors import EntrantError


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
