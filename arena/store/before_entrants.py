"""Stores of before there were entrants: they hold hashes of minds' sources and of openings, but not the files."""

import hashlib
from importlib.metadata import version
from pathlib import Path

from arena.entrants.roster import enter_all
from arena.errors import StoreError
from arena.store.store import Store
from minds.errors import MindsError, quoted
from minds.registry import sources

OLD = "old "  # the migration writes it before a version that is such a hash
MAX_HASHED_BYTES = 100_000_000


def renew(store: Store) -> None:
    """Give the entrants of an older store their versions and files, if the files are still the same."""
    for entrant in store.entrants():
        if not entrant.version.startswith(OLD):
            continue
        try:
            same = f"{OLD}{_source_hash(entrant.spec)}" == entrant.version
        except (MindsError, OSError) as problem:
            raise StoreError(f"{problem}; {quoted(entrant.name)} is needed to resume this older tournament") from None
        if not same:
            raise StoreError(f"{quoted(entrant.name)} has changed since this tournament began; use --replace")
        (entered,) = enter_all([entrant.spec], store.plan.world)
        store.renew(entrant.name, entered)


def _source_hash(spec: str) -> str:
    """Return the hash of a mind's files as older arenas took it."""
    if files := sources(spec):
        return hashlib.sha256("".join(map(file_hash, files)).encode()).hexdigest()[:16]
    return f"mind-arena {version('mind-arena')}"


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
