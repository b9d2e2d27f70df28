"""What a jailed mind may see: Python's library, the packages named here, our own words, and the core's cache.

Never the whole of `sys.path`: that would show it every other mind. So what it may import is found beforehand, by name.
"""

import os
import sys
import sysconfig
from collections.abc import Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGES = ("minds", "world", "numpy", "numba", "llvmlite", "msgspec", "chess")
BESIDE = ("numpy.libs", "llvmlite.libs", "scipy.libs")  # where wheels keep their shared libraries
SYSTEM = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/share/zoneinfo", "/etc/ld.so.cache")
NOT_PYTHONS = ("site-packages", "dist-packages")
NOBODYS_BUSINESS = ("students",)  # of the rooms of minds


@cache
def _found() -> dict[str, ModuleSpec]:
    """Where the packages are; none of them is loaded for it."""
    specs = {name: find_spec(name) for name in PACKAGES}
    return {name: spec for name, spec in specs.items() if spec is not None and spec.origin}


@cache
def library() -> tuple[str, ...]:
    """The folders of Python's own library."""
    return tuple(dict.fromkeys(sysconfig.get_path(name) for name in ("stdlib", "platstdlib")))


@cache
def seen() -> tuple[str, ...]:
    """All files and folders that every mind may read."""
    from minds.board.cache import CACHE

    paths = [*SYSTEM, *([str(CACHE)] if CACHE is not None else [])]
    for folder in library():
        paths += [entry.path for entry in os.scandir(folder) if entry.name not in NOT_PYTHONS]
    for name, spec in _found().items():
        home = Path(spec.origin or "").parent if spec.submodule_search_locations else Path(spec.origin or "")
        paths += _rooms(home) if name == "minds" else [str(home)]
        paths += [str(home.parent / beside) for beside in BESIDE if (home.parent / beside).is_dir()]
    return tuple(dict.fromkeys(paths))


def _rooms(minds: Path) -> list[str]:
    """Our words, but not what other students have handed in."""
    return [entry.path for entry in os.scandir(minds) if entry.name not in NOBODYS_BUSINESS]


class Known(MetaPathFinder):
    """Finds the packages that may be seen, whose parent folder cannot be listed."""

    def __init__(self) -> None:
        self.specs = _found()

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        known = self.specs.get(name)
        if known is None or known.origin is None:
            return None
        places = known.submodule_search_locations
        return spec_from_file_location(name, known.origin, submodule_search_locations=list(places) if places else None)


def narrow() -> None:
    """Look for modules only where there is something to be seen, and forget what surrounds us."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not PathFinder] + [Known(), PathFinder]
    sys.path[:] = [path for folder in library() for path in (folder, os.path.join(folder, "lib-dynload"))]
    sys.path_importer_cache.clear()
    sys.dont_write_bytecode = True
    os.environ.clear()
