"""Preparing an order: the process that a spec needs, in a jail if its code is foreign and not trusted."""

import os
import shlex
from pathlib import Path

from msgspec.structs import replace

from arena.cell.interpreter import interpreted
from arena.cell.jail.files import open_to_file, open_to_program
from arena.cell.jail.walls import lacking
from arena.cell.order import DEFAULT_JAIL, Jail, Limits, Order
from arena.cell.uci.files import arena_environment, open_to_engine
from arena.errors import CellError, JailError
from minds.errors import quoted
from minds.registry import Spec, read_spec, sources

ENGINE_STARTS, ENGINE_ATTEMPTS = 2, 16  # a wrapper in sh, and the engine that it finds along its path and execs
SPARE_MEMORY = 4096  # MiB
BESIDE_HASH = 256  # MiB that an engine needs on top of its hash table


def prepare(spec: Spec, limits: Limits, trusted: bool, jail: Jail = DEFAULT_JAIL) -> Order:
    """Return the order that starts a mind; JailError if it is foreign, not trusted, and there is no jail for it."""
    if not spec.is_foreign:  # its process does not run in our folder
        paths = {name: os.path.abspath(path) for name, path in spec.files.items()}
        return Order(read_spec(spec.with_files(paths)) if paths else spec, limits=limits)
    if spec.revision:
        raise CellError(
            f"{quoted(spec.text)} names a git revision; expected it in arena run, resume, sprt, play or check"
        )
    if not trusted:
        require_jail(spec)
    if spec.kind == "uci":
        return _engine(spec, limits, None if trusted else jail)
    if spec.kind == "cmd":
        return _program(spec, limits, None if trusted else jail)
    return _file(spec, limits, None if trusted else jail)


def require_jail(spec: Spec) -> None:
    """Raise JailError if a spec names foreign code and this system has no jail for it."""
    if spec.is_foreign and (missing := lacking()):
        raise JailError(
            f"{quoted(spec.text)} is foreign code, and this system has no jail for it ({missing}); --trust runs it all "
            "the same, with all your own permissions: it can read your files and use your network"
        )


def _file(spec: Spec, limits: Limits, jail: Jail | None) -> Order:
    path = Path(spec.target).resolve()
    there = Spec(spec.text, spec.kind, str(path), spec.mind, spec.parameters)
    return Order(there, folder=str(path.parent), limits=limits, jail=jail and open_to_file(jail, path))


def _program(spec: Spec, limits: Limits, jail: Jail | None) -> Order:
    words = interpreted(shlex.split(spec.target))
    if jail is not None:
        jail = open_to_program(jail, Path(words[0]), [path.resolve() for path in sources(spec.text)])
    return Order(command=tuple(words), folder=os.getcwd(), limits=limits, jail=jail)


def _engine(spec: Spec, limits: Limits, jail: Jail | None) -> Order:
    """Return the order of a UCI engine.

    It may reserve twice the memory that it may hold: a reservation that fails would end it without saying why.
    """
    words = interpreted([spec.target, *spec.arguments])
    memory = max(limits.memory, spec.hash + BESIDE_HASH)
    return Order(
        command=tuple(words),
        starts=ENGINE_STARTS,
        attempts=ENGINE_ATTEMPTS,
        spare_memory=memory + SPARE_MEMORY,
        environment=arena_environment(words) if jail is not None else _own_environment(),
        folder=os.getcwd(),
        limits=replace(limits, memory=memory),
        jail=jail and open_to_engine(jail, words, spec),
    )


def _own_environment() -> dict[str, str]:
    """Return the part of our environment that a trusted engine may want."""
    return {name: os.environ[name] for name in ("HOME", "LANG", "LD_LIBRARY_PATH") if name in os.environ}
