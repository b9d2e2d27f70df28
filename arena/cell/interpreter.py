"""Scripts as commands: the interpreter that a script names, and the program that a wrapper in sh execs."""

import os
import shlex
import shutil
from pathlib import Path

from arena.errors import JailError

MAX_INTERPRETERS = 4  # that a script may need, one for the other: as Linux has it
MAX_FIRST_LINE = 256  # bytes of a script in which its interpreter is named
MAX_WRAPPER_BYTES = 8192
SHELLS = ("sh", "dash", "bash")


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


def replacement(command: list[str]) -> list[str]:
    """Return the command with which a wrapper in sh replaces itself by `exec`; empty if it is none."""
    if len(command) < 2 or Path(command[0]).name not in SHELLS:
        return []
    try:
        with open(command[1], encoding="utf-8", errors="replace") as file:
            lines = file.read(MAX_WRAPPER_BYTES).splitlines()
        execs = [shlex.split(line, comments=True)[1:] for line in lines if line.strip().startswith("exec ")]
    except (OSError, ValueError):
        return []
    words = execs[-1] if execs else []
    return interpreted(words) if words and shutil.which(words[0]) else []
