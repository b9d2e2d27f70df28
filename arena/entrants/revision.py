"""The files of a mind at a git revision: `mine.py@HEAD~3` plays as it was three commits ago."""

import io
import re
import subprocess
import tarfile
from pathlib import Path

from arena.entrants.bundle import MAX_BYTES, MAX_FILES, Bundle, BundledFile, check_paths, is_left_out
from arena.errors import EntrantError
from minds.errors import quoted

REVISION = re.compile(r"[A-Za-z0-9_][\w./~^@{}-]{0,99}")
MAX_ARCHIVE_BYTES = 2 * MAX_BYTES
# A configuration could name programs to run.
ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
}


def commit_of(folder: Path, revision: str) -> str:
    """Return the full name of the commit that a revision means in the repository around a folder."""
    if not REVISION.fullmatch(revision):
        raise EntrantError(f"{quoted(revision)} is not a git revision; expected something like HEAD~3, v1 or 1f2e3d4")
    found = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if found is None:
        raise EntrantError(f"no revision {quoted(revision)} in the git repository of {quoted(str(folder))}")
    return found.decode().strip()


def bundle_at(path: Path, revision: str, whole_folder: bool) -> Bundle:
    """Return the bundle of a file, or of the folder it lies in, as it was at a revision."""
    folder = path.parent.resolve()
    commit = commit_of(folder, revision)
    archive = _git(folder, "archive", "--format=tar", commit, "--", "." if whole_folder else path.name)
    if archive is None:
        raise EntrantError(f"no file {quoted(path.name)} at revision {quoted(revision)}")
    files = _read_archive(archive)
    if not any(file.path == path.name for file in files):
        raise EntrantError(f"no file {quoted(path.name)} at revision {quoted(revision)}")
    bundle = Bundle(tuple(sorted(files, key=lambda file: file.path)))
    check_paths(bundle)
    return bundle


def _git(folder: Path, *arguments: str) -> bytes | None:
    """Return what git prints; None if it fails."""
    command = ["git", "-C", str(folder), *arguments]
    try:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT) as process:
            assert process.stdout is not None
            printed = process.stdout.read(MAX_ARCHIVE_BYTES + 1)
            if len(printed) > MAX_ARCHIVE_BYTES:
                process.kill()
                raise EntrantError(f"{quoted(str(folder))} holds more than {MAX_BYTES >> 20} MiB at that revision")
    except OSError as problem:
        raise EntrantError(f"git cannot be started: {problem.strerror}") from None
    return printed if process.returncode == 0 else None


def _read_archive(archive: bytes) -> list[BundledFile]:
    files = []
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            if member.isdir() or is_left_out(member.name):
                continue
            if not member.isreg():
                raise EntrantError(f"{quoted(member.name)} is a link; expected files and folders only")
            content = tar.extractfile(member)
            assert content is not None
            files.append(BundledFile(member.name, bool(member.mode & 0o111), content.read()))
            if len(files) > MAX_FILES:
                raise EntrantError(f"more than {MAX_FILES} files at that revision")
    if sum(len(file.content) for file in files) > MAX_BYTES:
        raise EntrantError(f"more than {MAX_BYTES >> 20} MiB at that revision")
    return files
