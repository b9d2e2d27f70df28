"""A folder of submissions: each is entered or rejected by itself, so that a broken one stops nobody else."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from arena.entrants.entrant import Entry
from arena.entrants.roster import enter_all
from arena.errors import ArenaError, EntrantError
from minds.errors import MindsError, quoted
from minds.registry import names

FORMS = "expected NAME.py, NAME/mind.py or an executable NAME/mind"


class Submission(Struct, frozen=True):
    """A file or folder that was handed in: its path, and the entry by which it plays, None if it holds no mind."""

    path: Path  # below the folder of submissions
    entry: Entry | None = None
    shares_its_name: str = ""  # the reason why its name has its path behind it

    @property
    def name(self) -> str:
        """The name of the entry, or of what is there instead of one."""
        return self.entry.name if self.entry is not None else self.path.name


class Rejection(Struct, frozen=True):
    """A submission that cannot be entered, and the reason."""

    name: str
    path: str
    reason: str


def submissions_in(folder: Path) -> list[Submission]:
    """Return each NAME.py, NAME/mind.py and executable NAME/mind in a folder, and folders without one of these.

    They are entered as NAME. If two are called so, or a built-in mind is, the path follows it: minimax (minimax.py).
    """
    if not folder.is_dir():
        raise EntrantError(f"{quoted(str(folder))} is not a folder; {FORMS} in it")
    paths = sorted(path for path in folder.iterdir() if not path.name.startswith((".", "_")))
    found = [one for path in paths for one in _submissions_at(path)]
    if not entries_of(found):
        raise EntrantError(f"{quoted(str(folder))} holds no minds; {FORMS}")
    counts = Counter(one.name for one in found if one.entry)
    return [_told_apart(one, folder, counts[one.name]) for one in found]


def entries_of(submissions: Sequence[Submission]) -> list[Entry]:
    """Return the entries of those submissions that hold a mind."""
    return [one.entry for one in submissions if one.entry is not None]


def _submissions_at(path: Path) -> Iterator[Submission]:
    if path.suffix == ".py" and path.is_file():
        yield Submission(path, Entry(str(path), path.stem))
    elif path.is_dir():
        yield _in_folder(path)


def _in_folder(folder: Path) -> Submission:
    mind, program = folder / "mind.py", folder / "mind"
    try:
        if mind.is_file():
            return Submission(mind, Entry(str(mind), folder.name))
        if program.is_file() and program.stat().st_mode & 0o100:
            return Submission(program, Entry(f"cmd:{shlex.quote(str(program))}", folder.name))
    except OSError:  # the folder may not be looked into
        pass
    return Submission(folder)


def _told_apart(one: Submission, folder: Path, count: int) -> Submission:
    """Return a submission under a name that nobody else has."""
    if one.entry is None:
        return one
    reason = f"{count} submissions are called {one.name}" if count > 1 else ""
    reason = f"{one.name} is a built-in mind" if one.name in names() else reason
    if not reason:
        return one
    name = f"{one.name} ({one.path.relative_to(folder)})"
    return Submission(one.path, Entry(one.entry.spec, name), reason)


def sort_out(submissions: Sequence[Submission], world: str) -> tuple[list[Submission], list[Rejection]]:
    """Return the submissions that can be entered in a world, and the others with the reasons. None is run."""
    rejected = {one: reason for one in submissions if (reason := _why_rejected(one, world))}
    entered = [one for one in submissions if one not in rejected]
    return entered, [Rejection(one.name, str(one.path), reason) for one, reason in rejected.items()]


def _why_rejected(one: Submission, world: str) -> str:
    """Return why a submission cannot be entered, or ""."""
    if one.entry is None:
        return f"{quoted(str(one.path))} holds no mind that can be read; {FORMS}"
    try:
        enter_all([one.entry], world)
    except (ArenaError, MindsError) as problem:
        return str(problem)
    except OSError as problem:
        return f"{quoted(str(one.path))} cannot be read: {problem.strerror}"
    return ""
