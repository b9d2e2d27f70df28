"""What a jailed mind may see: Python's library, the packages named here, our own words, and the core's cache.

Never the whole of `sys.path`: that would show it every other mind. So what it may import is found beforehand, by name.
"""

import os
import sys
import sysconfig
from collections.abc import Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import BuiltinImporter, FrozenImporter, ModuleSpec, PathFinder
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGES = ("minds", "world", "numpy", "numba", "llvmlite", "msgspec", "chess")
BESIDE = ("numpy.libs", "llvmlite.libs", "scipy.libs")  # where wheels keep their shared libraries
SYSTEM = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/share/zoneinfo", "/etc/ld.so.cache")
NOT_TO_BE_FOUND = ("antigravity", "this")  # what they do is done when they are looked at
NOT_PYTHONS = ("site-packages", "dist-packages")
NOBODYS_BUSINESS = ("students",)  # of the rooms of minds


@cache
def _found() -> dict[str, ModuleSpec]:
    """Where the packages and the modules of Python's library are; none of them is loaded for it."""
    specs = {name: find_spec(name) for name in (*PACKAGES, *sys.stdlib_module_names) if name not in NOT_TO_BE_FOUND}
    return {name: spec for name, spec in specs.items() if spec is not None and spec.has_location}


@cache
def seen() -> tuple[str, ...]:
    """All files and folders that every mind may read."""
    from minds.board.cache import CACHE

    paths = [*SYSTEM, *([str(CACHE)] if CACHE is not None else [])]
    with os.scandir(sysconfig.get_path("stdlib")) as library:
        paths += [entry.path for entry in library if entry.name not in NOT_PYTHONS]
    for name, spec in ((name, _found()[name]) for name in PACKAGES if name in _found()):
        home = Path(spec.origin or "").parent if spec.submodule_search_locations else Path(spec.origin or "")
        paths += _rooms(home) if name == "minds" else [str(home)]
        paths += [str(home.parent / beside) for beside in BESIDE if (home.parent / beside).is_dir()]
    return tuple(dict.fromkeys(paths))


def _rooms(minds: Path) -> list[str]:
    """Our words, but not what other students have handed in."""
    return [entry.path for entry in os.scandir(minds) if entry.name not in NOBODYS_BUSINESS]


class Known(MetaPathFinder):
    """Finds what may be seen, whose parent folder cannot be listed."""

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
    sys.meta_path[:] = [BuiltinImporter, FrozenImporter, Known(), PathFinder]
    sys.path.clear()  # a mind's own folder will be all there is
    sys.path_importer_cache.clear()
    sys.dont_write_bytecode = True
    os.environ.clear()
