"""The files that a jailed engine may read: its program and folder, its libraries, and what its options name."""

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from arena.cell.interpreter import PROGRAM_FOLDERS, programs, replacement
from arena.cell.jail.files import open_to_program, python_files
from arena.cell.order import Jail
from arena.errors import JailError
from minds.errors import quoted
from minds.host import compiled_cache
from minds.registry import Spec, holds_others, is_shared

ARENA = Path(__file__).resolve().parents[2]


def open_to_engine(jail: Jail, command: list[str], spec: Spec) -> Jail:
    """Return a jail that an engine can be started in, by a wrapper too, and read its files in.

    The spec names files; scripts may be hostile, and bring no more than the programs that they need.
    """
    words = [spec.target, *spec.arguments]
    folders = [folder for word in words if _exists(word) and (folder := own_folder(Path(word).resolve()))]
    named = [*_named_paths(spec.parameters.values(), spec), *_named_paths(spec.arguments, spec)]
    found = _open_to_command(jail, words)
    if wrapped := replacement(command):
        found = _open_to_command(found, wrapped)
    return replace(
        found,
        readable=(*found.readable, *folders, *named),
        executable=(*found.executable, *PROGRAM_FOLDERS, *folders),
    )


def _open_to_command(jail: Jail, words: list[str]) -> Jail:
    """Return a jail in which a command's program can be started, and the interpreters that it needs."""
    for program in map(Path, programs(shutil.which(words[0]) or words[0])):
        opened = open_to_program(jail, program, [])
        jail = replace(
            opened,
            readable=(*opened.readable, *_libraries(program)),
            executable=(*jail.executable, *opened.executable),
        )
    if not runs_arena(words):
        return jail
    listable = (*jail.listable, str(ARENA.parent))  # where Python looks for the packages
    return replace(jail, readable=(*jail.readable, *_of_arena()), listable=listable)


def own_folder(path: Path) -> str:
    """Return the folder of a program, if it holds nothing of anyone else's; empty if it may."""
    folder = path.parent
    return "" if is_shared(folder) or _is_too_wide(folder) or holds_others(folder) else str(folder)


def _is_too_wide(folder: Path) -> bool:
    """True for your home and every folder above it."""
    home = Path.home().resolve()
    return folder in (home, *home.parents)


def _named_paths(values: Iterable[str], spec: Spec) -> Iterator[str]:
    """Yield the files and folders that options or arguments name: a path, several of them, or `--option=path`."""
    for word in (word for value in values for word in value.rpartition("=")[2].split(os.pathsep) if _exists(word)):
        path = Path(word).resolve()
        if path.is_dir() and _is_too_wide(path):
            raise JailError(f"{quoted(spec.text)} names {path}, which holds all your files; expected a folder in it")
        yield str(path)


def _libraries(program: Path) -> tuple[str, ...]:
    """Return the packages of the virtual environment that a Python belongs to."""
    environment = program.parent.parent
    return (str(environment / "lib"),) if (environment / "pyvenv.cfg").is_file() else ()


def runs_arena(command: list[str]) -> bool:
    """True for a command such as `arena uci SPEC` or `python -m arena uci SPEC`."""
    return any(Path(word).name == "arena" for word in command)


def _of_arena() -> tuple[str, ...]:
    """Return what an arena in the jail needs to serve a mind of the house."""
    return (*python_files(), str(ARENA))


def arena_environment(command: list[str]) -> dict[str, str]:
    """Return the environment in which an arena in the jail finds its packages and the compiled core."""
    if not runs_arena([*command, *replacement(command)]):
        return {}
    cache = compiled_cache()
    found = {"PYTHONPATH": str(ARENA.parent)}
    return found | ({"XDG_CACHE_HOME": str(cache.parent.parent)} if cache is not None else {})


def _exists(word: str) -> bool:
    try:
        return bool(word) and Path(word).exists()
    except (OSError, ValueError):
        return False
