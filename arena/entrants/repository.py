"""The git repositories that are read: those that hold all their files themselves.

A submission may bring a repository of its own. Links in it could lead git to another one, whose files the submission
would then show.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from arena.errors import EntrantError
from minds.errors import quoted

REPOSITORY = ".git"
READ_BY_GIT = (
    "HEAD",
    "config",
    "config.worktree",
    "packed-refs",
    "shallow",
    "info",
    "logs",
    "objects",
    "refs",
    "reftable",
)
LEADING_OUT = ("commondir", "objects/info/alternates", "objects/info/http-alternates")


def own_repository(folder: Path) -> Path:
    """Return where the repository of a folder is: in it, or the next one above.

    Raise EntrantError if it holds links to others, or anything that is no file.
    """
    top = next((one for one in (folder, *folder.parents) if os.path.lexists(one / REPOSITORY)), folder)
    repository = top / REPOSITORY
    if os.path.lexists(repository) and (repository.is_symlink() or not repository.is_dir()):
        raise rejection(repository, "it is no folder")
    for name in LEADING_OUT:
        if os.path.lexists(repository / name):
            raise rejection(repository / name, "it names another repository")
    for path in _files(repository):
        if path.is_symlink() or not path.is_file():
            raise rejection(path, "it is no regular file")
    return repository


def _files(repository: Path) -> Iterator[Path]:
    """Yield what git reads, without the folders that are none but links."""
    for name in READ_BY_GIT:
        path = repository / name
        if path.is_symlink() or not path.is_dir():
            yield from [path] if os.path.lexists(path) else []
            continue
        for place, folders, names in os.walk(path):
            yield from (Path(place, one) for one in names)
            yield from (link for one in folders if (link := Path(place, one)).is_symlink())


def rejection(path: Path, reason: str) -> EntrantError:
    """Return the error that says why a repository is not read."""
    return EntrantError(
        f"{quoted(str(path))} is not read, because {reason}; expected a repository that holds all its files itself, "
        "as git clone makes it"
    )
