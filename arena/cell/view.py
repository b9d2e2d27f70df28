"""What of the world outside is let into the jail for a mind: its own file or folder, and for a program what it is."""

import os
import shlex
import shutil
from pathlib import Path

from arena.cell.admission import require_jail
from arena.cell.order import WALLED, Jail, Limits, Order
from arena.errors import JailError
from minds.registry import Spec, own_folder, sources

SYSTEM = ("/usr/lib", "/usr/lib64", "/usr/libexec", "/lib", "/lib64", "/usr/local/lib")
SHARED = ("/usr/share", "/usr/local/share", "/etc/ld.so.cache", "/etc/ssl/openssl.cnf")  # which Node wants
MOST_INTERPRETERS = 4  # that a script may need, one for the other: as Linux has it
LONGEST_LINE = 256  # of a script, in which its interpreter is named


def order(spec: Spec, limits: Limits, trusted: bool, walls: Jail = WALLED) -> Order:
    """How a mind is to be started; strangers only behind walls, unless they are trusted."""
    if not trusted:
        require_jail(spec)
    if not spec.is_foreign:
        return Order(spec, limits=limits)
    return _program(spec, limits, trusted, walls) if spec.kind == "cmd" else _file(spec, limits, trusted, walls)


def _file(spec: Spec, limits: Limits, trusted: bool, walls: Jail) -> Order:
    path = Path(spec.target).resolve()
    there = Spec(spec.text, spec.kind, str(path), spec.mind, spec.parameters)
    jail = None if trusted else Jail((*walls.seen, *belongings(path)), (), walls.namespaces, walls.landlock)
    return Order(there, folder=str(path.parent), limits=limits, jail=jail)


def belongings(path: Path) -> tuple[str, ...]:
    """What belongs to a mind's file: itself, and its folder if that is made for it alone."""
    return (str(own_folder(path) or path),)


def _program(spec: Spec, limits: Limits, trusted: bool, walls: Jail) -> Order:
    words = _interpreted(shlex.split(spec.target))
    here = os.getcwd()
    if trusted:
        return Order(None, tuple(words), here, limits)
    program, real = Path(words[0]), Path(words[0]).resolve()
    files = [path.resolve() for path in sources(spec.text)]
    seen = {*walls.seen, *SHARED, str(program.parent.parent / "pyvenv.cfg")}
    for path in (real, *files):
        seen |= {*belongings(path)}
    prefix = real.parent.parent
    libraries = (
        [str(prefix / "lib")] if real.parent.name == "bin" and prefix not in (Path.home().resolve(), Path("/")) else []
    )
    run = (str(real), *SYSTEM, *libraries)
    return Order(None, tuple(words), here, limits, Jail(tuple(sorted(seen)), run, walls.namespaces, walls.landlock))


def _interpreted(words: list[str], most: int = MOST_INTERPRETERS) -> list[str]:
    """The command as it is started in the end: `env` and the first line of a script would take a second start."""
    found = shutil.which(words[0])
    if found is None:
        raise JailError(f"no program {words[0]!r} to start")
    words = [os.path.abspath(found), *words[1:]]
    try:
        with open(words[0], "rb") as file:
            head = file.readline(LONGEST_LINE)
    except OSError:
        return words
    if not head.startswith(b"#!"):
        return words
    named = head[2:].decode(errors="replace").split()
    if named and Path(named[0]).name == "env":
        named = [word for word in named[1:] if not word.startswith("-")]
    return _interpreted([*named, *words], most - 1) if most and named and shutil.which(named[0]) else words
