"""Scripts as commands: the interpreter that a script names, and the program that a wrapper in sh execs."""

import os
import shlex
import shutil
import sys
from pathlib import Path

from arena.errors import JailError

MAX_INTERPRETERS = 4  # that a script may need, one for the other: as Linux has it
MAX_FIRST_LINE = 256  # bytes of a script in which its interpreter is named
MAX_WRAPPER_BYTES = 8192
SHELLS = ("sh", "dash", "bash")
PROGRAM_FOLDERS = ("/bin", "/usr/bin", "/usr/local/bin", "/usr/games", "/usr/local/games")


def interpreted(words: list[str], most: int = MAX_INTERPRETERS) -> list[str]:
    """Return the command with a script's interpreter in front: in the jail only one program can be started, once."""
    found = shutil.which(words[0])
    if found is None:
        raise JailError(f"no program {words[0]!r} to start")
    words = [os.path.abspath(found), *words[1:]]
    interpreter = _interpreter(words[0])
    if most and interpreter and shutil.which(interpreter[0]):
        return interpreted([*interpreter, *words], most - 1)
    return words


def programs(program: str) -> list[str]:
    """Return a program, the interpreter that it names if it is a script, that interpreter's own, and so on."""
    found = [program]
    while len(found) <= MAX_INTERPRETERS and (named := _interpreter(found[-1])) and (path := shutil.which(named[0])):
        found.append(os.path.abspath(path))
    return found


def _may_be_named(program: str, script: str) -> bool:
    """True if a script may name a program: an installed one, or one in the script's own folder.

    The jail is opened to programs that scripts name, so none may name somebody else's mind.
    """
    found = shutil.which(program)
    if found is None:
        return False
    return _is_installed(found) or Path(found).resolve().parent == Path(script).resolve().parent


def _is_installed(program: str) -> bool:
    """True if a program lies where the system, your path, this Python or a virtual environment has programs."""
    folder, real = Path(os.path.abspath(program)).parent, Path(program).resolve().parent
    places = {*PROGRAM_FOLDERS, *os.get_exec_path(), f"{sys.prefix}/bin", f"{sys.base_prefix}/bin"}
    return not places.isdisjoint((str(folder), str(real))) or (folder.parent / "pyvenv.cfg").is_file()


def _interpreter(program: str) -> list[str]:
    """Return the command in the first line of a script, without `env`; nothing if it names none that it may."""
    try:
        with open(program, "rb") as file:
            head = file.readline(MAX_FIRST_LINE)
    except OSError:
        return []
    named = head[2:].decode(errors="replace").split() if head.startswith(b"#!") else []
    if named and Path(named[0]).name == "env":
        named = [word for word in named[1:] if not word.startswith("-")]
    return named if named and _may_be_named(named[0], program) else []


def replacement(command: list[str]) -> list[str]:
    """Return the words with which a wrapper in sh replaces itself by `exec`; empty if it may not, or is no wrapper."""
    scripts = [word for word in command[1:] if os.path.isfile(word)]
    if not scripts or Path(command[0]).name not in SHELLS:
        return []
    try:
        with open(scripts[0], encoding="utf-8", errors="replace") as file:
            lines = file.read(MAX_WRAPPER_BYTES).splitlines()
        execs = [shlex.split(line, comments=True)[1:] for line in lines if line.strip().startswith("exec ")]
    except (OSError, ValueError):
        return []
    words = execs[-1] if execs else []
    return words if words and _may_be_named(words[0], scripts[0]) else []
