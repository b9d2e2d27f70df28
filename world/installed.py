"""Entry points of installed distributions, by which worlds, rules and minds are found that come with other packages."""

import os
import sys
from functools import lru_cache
from importlib import metadata
from importlib.metadata import EntryPoints

MAX_KEPT = 16  # groups

Stamps = tuple[tuple[str, int], ...]


def entry_points(group: str) -> EntryPoints:
    """Return the entry points of a group: they are read again only if a folder of the search path has changed.

    A tournament of a thousand minds asks thousands of times, and to read them takes milliseconds.
    """
    return _read(group, tuple((path, _changed(path)) for path in sys.path))


@lru_cache(MAX_KEPT)
def _read(group: str, _stamps: Stamps) -> EntryPoints:
    return metadata.entry_points(group=group)


def _changed(path: str) -> int:
    """Return when something was last added to a folder or removed from it."""
    try:
        return os.stat(path or os.curdir).st_mtime_ns
    except OSError:
        return 0
