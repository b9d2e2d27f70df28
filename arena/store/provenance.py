"""The provenance of results: hashes of minds and openings, versions of programs, the kind of machine."""

import hashlib
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from minds.registry import sources

PACKAGES = ("mind-arena", "numba", "numpy", "chess")
MAX_HASHED_BYTES = 100_000_000


def source_hash(spec: str) -> str:
    """Return a short hash of a mind's files; for a house mind, the version of this package."""
    if files := sources(spec):
        return hashlib.sha256("".join(map(file_hash, files)).encode()).hexdigest()[:16]
    return f"mind-arena {_version('mind-arena')}"


def file_hash(path: Path) -> str:
    """Return a short hash of a file, "" if there is none. Of a very long file it covers the beginning and the size."""
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        digest = hashlib.sha256(file.read(MAX_HASHED_BYTES))
    size = path.stat().st_size
    if size > MAX_HASHED_BYTES:
        digest.update(str(size).encode())
    return digest.hexdigest()[:16]


def circumstances() -> dict[str, str]:
    """Return the versions of the programs that decide games, and the kind of machine."""
    return {
        **{package: _version(package) for package in PACKAGES},
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"
