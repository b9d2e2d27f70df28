"""Versions: digests of everything that decides how a mind plays, so that a changed mind counts as another one."""

import hashlib
import importlib.util
import shlex
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from arena.entrants.entrant import Entrant
from arena.errors import EntrantError
from minds.errors import quoted
from minds.registry import Spec, builtin, named_files, read_spec
from world.api import entry_points

LENGTH = 16  # letters of a version as it is kept and shown
MAX_PROGRAM_BYTES = 4 << 30  # an engine's network may be large; a device would never end
NOT_PLAYING = ("students", "training")  # rooms of minds that no house mind thinks with
PLAYING = (".py", ".bin", ".txt", ".net")  # sources; the house's book, the numbers to look it up by, and network
INSTALLED_MINDS = "arena.minds"


@cache
def house_version() -> str:
    """Return the digest of the project's playing sources and data: all of `minds` but students' files and training."""
    found = importlib.util.find_spec("minds")
    root = Path((found.origin if found else None) or "").parent
    return digest_of(_playing_sources(root), root)


def _playing_sources(root: Path) -> Iterator[Path]:
    for path in sorted(root.rglob("*")):
        if path.suffix in PLAYING and path.relative_to(root).parts[0] not in NOT_PLAYING:
            yield path


def installed_version(name: str) -> str:
    """Return the name and version of the distribution that brings an installed mind."""
    point = entry_points(group=INSTALLED_MINDS)[name]
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else ""


def engine_version(spec: Spec) -> str:
    """Return the digest of an engine's program, and of the files that its options and arguments name."""
    return digest_of([Path(spec.target), *named_files((*spec.parameters.values(), *spec.arguments))])


def check_versions(entrants: Iterable[Entrant]) -> None:
    """Raise EntrantError if a mind that is not kept with all its files is not the one that was entered."""
    for entrant in entrants:
        if entrant.is_playing and entrant.version and not is_kept(entrant):
            now = version_of(read_spec(entrant.spec), entrant.bundle)
            if now != entrant.version:
                raise EntrantError(
                    f"{quoted(entrant.name)} has changed since it was entered (version {entrant.version}, now {now}); "
                    f"arena resume DIR --replace {shlex.quote(f'{entrant.name}={entrant.spec}')} enters the new one"
                )


def is_kept(entrant: Entrant) -> bool:
    """Return True if an entrant's bundle is all that it plays by; a house mind's has its book and network only."""
    is_house = entrant.runs.partition(":")[0] in builtin() and not entrant.runs.endswith(".py")
    return bool(entrant.bundle) and not is_house


def version_of(spec: Spec, bundle: str = "") -> str:
    """Return the version of a mind, given the digest of its bundle if it has one; empty for a remote mind."""
    if bundle:
        return hashlib.sha256(f"{house_version()} {bundle}".encode()).hexdigest()[:LENGTH] if spec.files else bundle
    if spec.kind == "uci":
        return engine_version(spec)
    if spec.kind == "installed":
        return installed_version(spec.target)
    return house_version() if spec.kind == "builtin" else ""


def digest_of(paths: Iterable[Path], root: Path | None = None) -> str:
    """Return a short digest of some files: of their content, and of their paths below a root."""
    mark = hashlib.sha256()
    for path in paths:
        mark.update(f"{path.relative_to(root).as_posix() if root else ''}\n".encode())
        mark.update(_content_digest(path))
    return mark.hexdigest()[:LENGTH]


def _content_digest(path: Path) -> bytes:
    try:
        if not path.is_file() or path.stat().st_size > MAX_PROGRAM_BYTES:
            raise EntrantError(f"{quoted(str(path))} is no file of at most {MAX_PROGRAM_BYTES >> 30} GiB")
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    except OSError as problem:
        raise EntrantError(f"{quoted(str(path))} cannot be read: {problem.strerror}") from None
