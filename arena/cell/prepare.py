"""Preparing an order: the process that a spec needs, in a jail if its code is foreign and not trusted."""

import os
import shlex
import shutil
from pathlib import Path

from arena.cell.admission import require_jail
from arena.cell.jail.files import open_to_file, open_to_program
from arena.cell.order import DEFAULT_JAIL, Jail, Limits, Order
from arena.errors import CellError, JailError
from minds.errors import quoted
from minds.registry import Spec, sources

MAX_INTERPRETERS = 4  # that a script may need, one for the other: as Linux has it
MAX_FIRST_LINE = 256  # bytes of a script in which its interpreter is named


def prepare(spec: Spec, limits: Limits, trusted: bool, jail: Jail = DEFAULT_JAIL) -> Order:
    """Return the order that starts a mind; JailError if it is foreign, not trusted, and there is no jail for it."""
    if not spec.is_foreign:
        return Order(spec, limits=limits)
    if spec.revision:
        raise CellError(
            f"{quoted(spec.text)} names a git revision; expected it in arena run, resume, sprt, play or check"
        )
    if not trusted:
        require_jail(spec)
    if spec.kind == "cmd":
        return _program(spec, limits, None if trusted else jail)
    return _file(spec, limits, None if trusted else jail)


def _file(spec: Spec, limits: Limits, jail: Jail | None) -> Order:
    path = Path(spec.target).resolve()
    there = Spec(spec.text, spec.kind, str(path), spec.mind, spec.parameters)
    return Order(there, folder=str(path.parent), limits=limits, jail=jail and open_to_file(jail, path))


def _program(spec: Spec, limits: Limits, jail: Jail | None) -> Order:
    words = _interpreted(shlex.split(spec.target))
    if jail is not None:
        jail = open_to_program(jail, Path(words[0]), [path.resolve() for path in sources(spec.text)])
    return Order(None, tuple(words), os.getcwd(), limits, jail)


def _interpreted(words: list[str], most: int = MAX_INTERPRETERS) -> list[str]:
    """Return the command with a script's interpreter in front: in the jail only one program can be started, once."""
    found = shutil.which(words[0])
    if found is None:
        raise JailError(f"no program {words[0]!r} to start")
    words = [os.path.abspath(found), *words[1:]]
    interpreter = _interpreter(words[0])
    if most and interpreter and shutil.which(interpreter[0]):
        return _interpreted([*interpreter, *words], most - 1)
    return words


def _interpreter(program: str) -> list[str]:
    """Return the command in the first line of a script, without `env`; nothing if there is none."""
    try:
        with open(program, "rb") as file:
            head = file.readline(MAX_FIRST_LINE)
    except OSError:
        return []
    named = head[2:].decode(errors="replace").split() if head.startswith(b"#!") else []
    if named and Path(named[0]).name == "env":
        return [word for word in named[1:] if not word.startswith("-")]
    return named
