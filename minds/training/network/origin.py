"""The origin of a network: enough to make it again."""

import subprocess
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import minds
from minds.evaluation.learned.network import Origin

FOLDER = Path(minds.__file__).resolve().parent.parent
MOST_LETTERS = 1000


def origin_of(files: Sequence[Path], counts: str, digest: str, command: str, seed: int) -> Origin:
    """Return the origin of a network that a command trains on positions of some files, with their digest."""
    names = ", ".join(path.name for path in files)
    if len(names) > MOST_LETTERS:
        names = f"{len(files)} files"
    return Origin(
        _plain(f"{counts} of {names}, sha256 {digest}"), _plain(command)[:MOST_LETTERS], seed, present_commit()
    )


def _plain(text: str) -> str:
    """Return a text in ASCII: a file's name may have any letters, a network's file has these only."""
    return text.encode("ascii", "backslashreplace").decode("ascii")


def present_commit() -> str:
    """Return the commit of this project, with + if files have changed since; of an installed project its version."""
    if not (FOLDER / ".git").exists():
        return version("mind-arena")
    try:
        commit, changes = (_git(*words) for words in (("rev-parse", "--short=12", "HEAD"), ("status", "--porcelain")))
    except (OSError, subprocess.SubprocessError):
        return version("mind-arena")
    return f"{commit}+" if changes else commit


def _git(*words: str) -> str:
    command = ("git", "-C", str(FOLDER), *words)
    return subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout.strip()
