"""Commands as another user, even if Python or the project lies in a folder that only its owner may enter."""

import os
import shlex
import shutil
import sys
from pathlib import Path

from minds.board.cache import CACHE
from tests.conftest import ROOT

NOBODY = 65534


def closed_to_others(path: Path) -> Path | None:
    """Return the topmost folder above a path that only its owner may enter."""
    return next((folder for folder in reversed(path.parents) if not folder.stat().st_mode & 0o001), None)


def as_nobody(folder: Path) -> tuple[str, ...]:
    """Return the words before a command that run it as an unprivileged user, with the use of an empty folder of root's.

    In new mounts, open folders that contain only the path to Python or the project replace the closed ones.
    """
    steps = []
    for number, needed in enumerate((Path(sys.base_prefix), ROOT, Path(sys.prefix))):
        if closed := closed_to_others(needed):
            held, way, there = folder / str(number), shlex.quote(str(closed)), shlex.quote(str(needed))
            held.mkdir(exist_ok=True)
            steps.append(f"mount --bind {there} {held}")
            steps.append(f"mount -t tmpfs -o mode=755 tmpfs {way} && mkdir -p {there} && mount --bind {held} {there}")
    steps.append(f'exec setpriv --reuid={NOBODY} --regid={NOBODY} --clear-groups --inh-caps=-all "$@"')
    return ("unshare", "--mount", "sh", "-c", " && ".join(steps), "sh")


def copy_cache(folder: Path) -> Path:
    """Copy our compiled core for an unprivileged user; return its folder of caches."""
    if CACHE is not None:
        copy = folder / "cache" / CACHE.parent.name / CACHE.name
        shutil.copytree(CACHE, copy)
        for path in (copy.parents[1], copy.parent, copy, *copy.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
    return folder / "cache"
