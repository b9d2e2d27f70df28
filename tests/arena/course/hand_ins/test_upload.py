"""Files from a browser become the bundle that `arena submit` would send."""

from pathlib import Path

import pytest

from arena.course.hand_ins.upload import bundle_of
from arena.entrants.bundle import MAX_FILES, MAX_PATH_LENGTH, bundle_folder
from arena.errors import EntrantError


def paths(*sent: str) -> list[str]:
    """The paths in the bundle of files with these paths."""
    return [file.path for file in bundle_of((path, b"") for path in sent).files]


def test_a_folder_is_the_bundle_as_at_home(tmp_path: Path) -> None:
    """The digest is that of `arena submit`, so that the same files are the same hand-in."""
    texts = {"mind.py": b"a", "tables/pst.py": b"b", ".git/config": b"c", "__pycache__/mind.pyc": b"d"}
    texts |= {"own/pyvenv.cfg": b"", "own/lib/site.py": b"e", ".hidden": b"f"}
    for path, content in texts.items():
        (tmp_path / path).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / path).write_bytes(content)
    sent = bundle_of((f"project/{path}", content) for path, content in texts.items())
    assert [file.path for file in sent.files] == ["mind.py", "tables/pst.py"]
    assert sent.digest == bundle_folder(tmp_path).digest


def test_files_keep_their_names() -> None:
    """One file, several, and several folders: only the folder that holds all of them is dropped."""
    assert paths("ann.py") == ["ann.py"]
    assert paths("mind.py", "tables.py") == ["mind.py", "tables.py"]
    assert paths("a/mind.py", "a/b/c.py") == ["b/c.py", "mind.py"]
    assert paths("mind.py", "a/b.py") == ["a/b.py", "mind.py"]


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ([], "no file was chosen"),
        ([".hidden"], "hidden ones or caches"),
        (["links.zip"], "archive, and nothing is unpacked"),
        (["../mind.py"], "expected one below its folder"),
        (["a/../../mind.py", "a/b.py"], "expected one below its folder"),
        (["/etc/passwd"], "expected one below its folder"),
        (["mind.py", "mind.py"], "two files of the same path"),
        (["mi\nnd.py"], "expected one below its folder"),
        (["x" * MAX_PATH_LENGTH + ".py"], "expected one below its folder"),
        ([f"f{count}.py" for count in range(MAX_FILES + 1)], f"expected at most {MAX_FILES}"),
    ],
)
def test_other_files_are_refused(sent: list[str], words: str) -> None:
    """Paths that lead out, too many files, archives and nothing at all are refused with the reason."""
    with pytest.raises(EntrantError, match=words):
        bundle_of((path, b"") for path in sent)
