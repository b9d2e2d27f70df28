"""The files that a jailed mind may read: Python's library, a few packages, and its own files.

A mind may not list the folders of `sys.path`, because other minds may lie there. So the modules that it may import are
located by name before it starts.
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

from msgspec.structs import replace

from arena.cell.order import Jail
from minds.host import compiled_cache
from minds.registry import own_folder

PACKAGES = ("minds", "world", "numpy", "scipy", "numba", "llvmlite", "msgspec", "chess")
SHARED_LIBRARIES = ("numpy.libs", "llvmlite.libs", "scipy.libs")  # where wheels keep them, beside the package
SYSTEM = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/share/zoneinfo", "/etc/ld.so.cache")
SIDE_EFFECTS = ("antigravity", "this")  # modules that do something when they are looked up
INSTALLED = ("site-packages", "dist-packages")
HIDDEN = ("students",)  # rooms of `minds` that no mind may read

# A program may also start these, and read those; Node wants them.
PROGRAM_LIBRARIES = ("/usr/lib", "/usr/lib64", "/usr/libexec", "/lib", "/lib64", "/usr/local/lib")
PROGRAM_DATA = ("/usr/share", "/usr/local/share", "/etc/ld.so.cache", "/etc/ssl/openssl.cnf")


@cache
def _importable() -> dict[str, ModuleSpec]:
    """Return the packages and the modules of Python's library by name; none of them is loaded for it."""
    specs = {name: find_spec(name) for name in (*PACKAGES, *sys.stdlib_module_names) if name not in SIDE_EFFECTS}
    return {name: spec for name, spec in specs.items() if spec is not None and spec.has_location}


@cache
def python_files() -> tuple[str, ...]:
    """Return the files and folders that every mind in Python may read."""
    cache_folder = compiled_cache()
    paths = [*SYSTEM, *([str(cache_folder)] if cache_folder is not None else [])]
    with os.scandir(sysconfig.get_path("stdlib")) as library:
        paths += [entry.path for entry in library if entry.name not in INSTALLED]
    for name, spec in ((name, _importable()[name]) for name in PACKAGES if name in _importable()):
        home = Path(spec.origin or "").parent if spec.submodule_search_locations else Path(spec.origin or "")
        paths += _rooms(home) if name == "minds" else [str(home)]
        paths += [str(home.parent / beside) for beside in SHARED_LIBRARIES if (home.parent / beside).is_dir()]
    return tuple(dict.fromkeys(paths))


def _rooms(minds: Path) -> list[str]:
    return [entry.path for entry in os.scandir(minds) if entry.name not in HIDDEN]


def own_files(path: Path) -> tuple[str, ...]:
    """Return what belongs to a mind's file: its folder if that holds this mind alone, else the file."""
    return (str(own_folder(path) or path),)


def open_to_file(jail: Jail, path: Path) -> Jail:
    """Return a jail that a mind in a Python file can also read its own files in."""
    return replace(jail, readable=(*jail.readable, *own_files(path)))


def open_to_program(jail: Jail, program: Path, files: Sequence[Path]) -> Jail:
    """Return a jail that a program can be started in, and read the files that its command names."""
    real = program.resolve()
    readable = {*jail.readable, *PROGRAM_DATA, str(program.parent.parent / "pyvenv.cfg")}
    for path in (real, *files):
        readable |= {*own_files(path)}
    prefix = real.parent.parent
    is_installed = real.parent.name == "bin" and prefix not in (Path.home().resolve(), Path("/"))
    executable = (str(real), *PROGRAM_LIBRARIES, *([str(prefix / "lib")] if is_installed else []))
    return replace(jail, readable=tuple(sorted(readable)), executable=executable)


class Importer(MetaPathFinder):
    """Finds the modules that a jailed mind may import, though it cannot list the folders they are in."""

    def __init__(self) -> None:
        self.specs = _importable()

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return where a module is, if a mind may import it."""
        known = self.specs.get(name)
        if known is None or known.origin is None:
            return None
        places = known.submodule_search_locations
        return spec_from_file_location(name, known.origin, submodule_search_locations=list(places) if places else None)


def restrict_imports() -> None:
    """Let this process import only what a jailed mind may read, and clear its environment."""
    sys.meta_path[:] = [BuiltinImporter, FrozenImporter, Importer(), PathFinder]
    sys.path.clear()  # later the mind's own folder is added
    sys.path_importer_cache.clear()
    sys.dont_write_bytecode = True
    os.environ.clear()
