"""The files of a mind at a git revision: `mine.py@HEAD~3` plays as it was three commits ago."""

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import NamedTuple

from arena.entrants.bundle import MAX_BYTES, MAX_FILES, Bundle, BundledFile, check_paths, is_left_out
from arena.entrants.repository import own_repository, rejection
from arena.errors import EntrantError
from minds.errors import quoted

REVISION = re.compile(r"[A-Za-z0-9_][\w./~^@{}-]{0,99}")
MAX_PRINTED, MAX_SECONDS = 2 * MAX_BYTES, 60.0
# The repository may be anybody's, and its configuration could name programs to run: for filters, hooks, or to fetch
# what it lacks. So only git's commands that read objects as they are are used, and nothing is fetched.
CONFIGURATION = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never")
ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
}
LINK, SUBMODULE = "120000", "160000"  # modes of entries in a tree


class Entry(NamedTuple):
    """A file as git lists it."""

    path: str
    mode: str
    name: str  # of the object
    size: int


def commit_of(folder: Path, revision: str) -> str:
    """Return the full name of the commit that a revision means in the repository around a folder."""
    if not REVISION.fullmatch(revision):
        raise EntrantError(f"{quoted(revision)} is not a git revision; expected something like HEAD~3, v1 or 1f2e3d4")
    repository = own_repository(folder)
    used = _git(folder, "rev-parse", "--absolute-git-dir")
    if used is not None and (other := Path(os.fsdecode(used.rstrip(b"\n")))) != repository:
        raise rejection(other, f"it is not {quoted(str(repository))}")
    found = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if found is None:
        raise EntrantError(f"no revision {quoted(revision)} in the git repository of {quoted(str(folder))}")
    return found.decode().strip()


def bundle_at(path: Path, revision: str, whole_folder: bool) -> Bundle:
    """Return the bundle of a file, or of the folder it lies in, as it was at a revision."""
    folder = path.parent.resolve()
    commit = commit_of(folder, revision)
    entries = _entries(folder, commit, "." if whole_folder else path.name)
    if not any(entry.path == path.name for entry in entries):
        raise EntrantError(f"no file {quoted(path.name)} at revision {quoted(revision)}")
    bundle = Bundle(tuple(sorted(_read(folder, entries), key=lambda file: file.path)))
    check_paths(bundle)
    return bundle


def _entries(folder: Path, commit: str, path: str) -> list[Entry]:
    """Return the files below a path as they were in a commit."""
    listing = _git(folder, "ls-tree", "-r", "-l", "-z", commit, "--", path) or b""
    entries = [entry for line in listing.split(b"\0")[:-1] if not is_left_out((entry := _entry(line)).path)]
    for entry in entries:
        if entry.mode in (LINK, SUBMODULE):
            raise EntrantError(f"{quoted(entry.path)} is a link; expected files and folders only")
    if len(entries) > MAX_FILES:
        raise EntrantError(f"more than {MAX_FILES} files at that revision")
    if sum(entry.size for entry in entries) > MAX_BYTES:
        raise EntrantError(f"more than {MAX_BYTES >> 20} MiB at that revision")
    return entries


def _entry(line: bytes) -> Entry:
    """Return an entry of the listing: mode, kind, object and size before a tab, the path after it."""
    fields, _, path = line.decode(errors="surrogateescape").partition("\t")
    mode, _, name, size = fields.split()
    return Entry(path, mode, name, 0 if size == "-" else int(size))


def _read(folder: Path, entries: Sequence[Entry]) -> Iterator[BundledFile]:
    """Yield the files of these entries, as they are stored."""
    content = _git(folder, "cat-file", "--batch", said="".join(f"{entry.name}\n" for entry in entries)) or b""
    place = 0
    for entry in entries:
        start = content.find(b"\n", place) + 1
        if content[place:start] != f"{entry.name} blob {entry.size}\n".encode():
            raise EntrantError(f"{quoted(entry.path)} cannot be read at that revision")
        place = start + entry.size + 1
        yield BundledFile(entry.path, entry.mode.endswith("755"), content[start : start + entry.size])


def _git(folder: Path, *arguments: str, said: str = "") -> bytes | None:
    """Return what git prints when this, of a few kilobytes, is said to it; None if it fails."""
    command = ["git", *CONFIGURATION, "-C", str(folder), *arguments]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    try:
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere, env=ENVIRONMENT) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            timer = Timer(MAX_SECONDS, process.kill)
            timer.daemon = True
            timer.start()
            with suppress(BrokenPipeError), process.stdin as stdin:
                stdin.write(said.encode())
            printed = process.stdout.read(MAX_PRINTED + 1)
            timer.cancel()
            if len(printed) > MAX_PRINTED:
                process.kill()
                raise EntrantError(f"{quoted(str(folder))} holds more than {MAX_BYTES >> 20} MiB at that revision")
    except OSError as problem:
        raise EntrantError(f"git cannot be started: {problem.strerror}") from None
    return printed if process.returncode == 0 else None
