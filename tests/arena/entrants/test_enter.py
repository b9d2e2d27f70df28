"""Entering minds: which files become theirs, which version they have, and the spec they play by afterwards."""

import subprocess
from pathlib import Path

import pytest

from arena.entrants.bundle import Bundle
from arena.entrants.enter import enter
from arena.entrants.version import house_version
from arena.errors import EntrantError

MIND = "from minds import Mind\n\n\nclass Greedy(Mind):\n    name = 'greedy'\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(path: str, text: str = MIND) -> str:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)
    return path


def paths(bundle: Bundle | None) -> list[str]:
    assert bundle is not None
    return [file.path for file in bundle.files]


def test_a_file_is_entered_alone() -> None:
    """A file with another name than mind.py takes nothing of its folder along."""
    write("ann.py")
    write("bob.py")
    entrant, bundle = enter("ann.py:Greedy:hunger=5", "ann")
    assert (entrant.name, entrant.spec, entrant.runs) == ("ann", "ann.py:Greedy:hunger=5", "ann.py:Greedy:hunger=5")
    assert bundle is not None
    assert paths(bundle) == ["ann.py"]
    assert entrant.version == entrant.bundle == bundle.digest


def test_a_file_called_mind_brings_its_folder() -> None:
    """All files of its folder are entered, and its spec is below that folder."""
    write("submissions/ann/mind.py")
    write("submissions/ann/tables.txt")
    entrant, bundle = enter("submissions/ann/mind.py")
    assert paths(bundle) == ["mind.py", "tables.txt"]
    assert entrant.runs == "mind.py"


def test_a_house_mind_has_the_house_s_version() -> None:
    """A built-in mind has no files, and the digest of the playing sources."""
    entrant, bundle = enter("minimax:depth=4", "deep")
    assert (entrant.name, entrant.version, bundle) == ("deep", house_version(), None)


def test_a_remote_mind_has_no_version() -> None:
    """Nothing is known of a mind that plays from elsewhere."""
    entrant, bundle = enter("remote:alice")
    assert (entrant.version, bundle) == ("", None)


def test_a_command_takes_the_files_it_names() -> None:
    """A script is bundled, the system's interpreter is not."""
    write("first.sh", "echo")
    entrant, bundle = enter("cmd:bash first.sh --fast")
    assert paths(bundle) == ["first.sh"]
    assert entrant.runs == "cmd:bash ./first.sh --fast"


def test_a_program_called_mind_takes_its_folder() -> None:
    """A program named mind is entered with all files of its folder."""
    write("bob/mind", "#!/bin/sh\n")
    Path("bob/mind").chmod(0o755)
    write("bob/lib/data", "1")
    entrant, bundle = enter("cmd:bob/mind")
    assert paths(bundle) == ["lib/data", "mind"]
    assert entrant.runs == "cmd:./mind"


def test_two_files_of_one_name_are_refused() -> None:
    """Files of different folders cannot have one name in a bundle."""
    write("a/x.sh")
    write("b/x.sh")
    with pytest.raises(EntrantError, match="called the same"):
        enter("cmd:bash a/x.sh b/x.sh")


def test_a_revision_is_entered_as_it_was() -> None:
    """The bundle of mine.py@HEAD is the committed file, whatever lies in the folder now."""
    write("mine.py")
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"]
    for command in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-q", "-m", "one"]):
        subprocess.run(["git", *command], check=True, capture_output=True)
    _, committed = enter("mine.py")
    write("mine.py", "changed")
    entrant, bundle = enter("mine.py@HEAD:Greedy")
    assert bundle == committed
    assert entrant.runs == "mine.py:Greedy"
