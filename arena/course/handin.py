"""A hand-in: the files of a mind that a team has sent, and what became of them."""

from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from arena.entrants.bundle import Bundle, is_left_out
from arena.entrants.naming import MAX_NAME_LENGTH, presentable
from arena.errors import CourseError

MIND_FILE = "mind.py"  # by which a folder plays
State = Literal["waiting", "accepted", "rejected", "withdrawn"]


class HandIn(Struct, frozen=True, kw_only=True):
    """A hand-in as the register keeps it."""

    number: int  # in the whole course, from 1
    version: int  # of its team, from 1
    team: str  # its key
    person: str  # the id of who has sent it
    at: datetime
    season: str
    digest: str  # of its bundle
    runs: str  # the file by which it plays
    is_late: bool
    state: State
    words: str  # of the check
    is_nominated: bool


def name_of(hand_in: HandIn, team: str) -> str:
    """Return the name of a version: the team's, and the number of the version."""
    number = f"@{hand_in.version}"
    return f"{presentable(team)[: MAX_NAME_LENGTH - len(number)]}{number}"


def label_of(name: str) -> str:
    """Return the part of a version's name that all versions of its team share."""
    return name.rpartition("@")[0]


def entry_file(bundle: Bundle) -> str:
    """Return the file by which a bundle plays; raise CourseError if there is none."""
    paths = [file.path for file in bundle.files]
    if MIND_FILE in paths:
        return MIND_FILE
    if len(paths) == 1 and paths[0].endswith(".py"):
        return paths[0]
    raise CourseError(f"no file {MIND_FILE} among {len(paths)} files; expected one Python file, or a folder with it")


def without_name(bundle: Bundle) -> Bundle:
    """Return a bundle whose one file is called mind.py: by its own name it would say whose it is."""
    if len(bundle.files) != 1 or not bundle.files[0].path.endswith(".py"):
        return bundle
    return Bundle((replace(bundle.files[0], path=MIND_FILE),))


def as_submitted(bundle: Bundle) -> Bundle:
    """Return a bundle as `arena submit` makes it: in order, and without hidden files and caches, which tools read."""
    files = sorted(bundle.files, key=lambda file: file.path)
    kept = [file for file in files if not is_left_out(file.path)]
    return Bundle(tuple(kept or files))
