"""Specs: how a mind is named, on the command line, in plans and in Python.

alphabeta   alphabeta:depth=4   path/to/mind.py   path/to/mind.py:Greedy   cmd:./mymind --fast
uci:stockfish?UCI_LimitStrength=true&UCI_Elo=1500   remote:NAME
"""

import os
import re
import shlex
import shutil
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib.metadata import entry_points
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl

from minds.errors import ParameterError, SpecError, quoted

BUILTIN = Path(__file__).parent / "builtin"
GROUP = "arena.minds"
GAMES = "/usr/games"  # where Debian puts chess programs, which root's PATH leaves out
LONGEST_SPEC = 1000


@dataclass(frozen=True)
class Spec:
    """What a spec says: where the mind is, and with which parameters it is made."""

    text: str
    kind: Literal["builtin", "installed", "file", "cmd", "uci", "remote"]
    target: str  # its name, its file, its command, its program, or the name it has joined by
    mind: str = ""  # the class within a file, if named
    parameters: dict[str, str] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """Where its file is."""
        return Path(self.target).resolve()

    @property
    def is_foreign(self) -> bool:
        """Whether this is code of somebody else's, never to be run in the arena's own process."""
        return self.kind in ("file", "cmd")


def names() -> list[str]:
    """The built-in and installed minds."""
    return sorted({*builtin(), *entry_points(group=GROUP).names})


def builtin() -> dict[str, Path]:
    """The files of the house's minds, by the minds' names."""
    return {path.stem.replace("_", "-"): path for path in BUILTIN.glob("[!_]*.py")}


def read_spec(text: str) -> Spec:
    """Understand a spec; a SpecError says what is wrong with it."""
    if len(text) > LONGEST_SPEC or not text.isprintable() or not text.strip():
        raise SpecError(f"{quoted(text)} names no mind; expected a line of text, without tabs")
    head, colon, rest = text.partition(":")
    if colon and not rest and head != "cmd":
        raise SpecError(f"{quoted(text)}; expected parameters after the colon, or none")
    if head == "cmd":
        return _read_command(text, rest)
    if head == "uci":
        return _read_engine(text, rest)
    if head == "remote":
        return _read_remote(text, rest)
    if found := re.fullmatch(r"(.*?\.py)(?::(.*))?", text):
        words = found[2].split(":") if found[2] else []
        mind = words.pop(0) if words and "=" not in words[0] else ""
        if not _is_file(found[1]):
            raise SpecError(f"no file {quoted(found[1])}; expected a mind's Python file")
        return Spec(text, "file", found[1], mind, _parameters(text, ":".join(words)))
    if head in entry_points(group=GROUP).names:
        return Spec(text, "installed", head, "", _parameters(text, rest))
    if head in builtin():
        return Spec(text, "builtin", head, "", _parameters(text, rest))
    near = get_close_matches(head, names(), 1)
    meant = f"; did you mean {near[0]}?" if near else ""
    raise SpecError(
        f"no mind {quoted(head)}; expected one of {', '.join(names())}, a .py file, cmd:… uci:… or remote:…{meant}"
    )


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except OSError:  # a name that no file can have
        return False


def _read_command(text: str, command: str) -> Spec:
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise SpecError(f"{quoted(text)}: {problem}") from None
    if not words:
        raise SpecError("cmd: names no command; expected the like of cmd:./mymind --fast")
    if shutil.which(words[0]) is None:
        raise SpecError(f"{quoted(text)}: no program {quoted(words[0])} to start")
    return Spec(text, "cmd", command.strip())


def _read_engine(text: str, words: str) -> Spec:
    name, _, query = words.partition("?")
    program = shutil.which(name, path=os.environ.get("PATH", "") + os.pathsep + GAMES) if name else None
    if program is None:
        raise SpecError(f"{quoted(text)}: no program {quoted(name)} on the PATH or in {GAMES}")
    try:
        options = parse_qsl(query, keep_blank_values=True, strict_parsing=True) if query else []
    except ValueError:
        raise ParameterError(f"{quoted(text)}: {quoted(query)}; expected Option=value&Option=value") from None
    if len(dict(options)) < len(options):
        raise ParameterError(f"{quoted(text)} names an option twice")
    return Spec(text, "uci", os.path.abspath(program), "", dict(options))


def _read_remote(text: str, name: str) -> Spec:
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}", name) is None:
        raise SpecError(
            f"{quoted(text)}; expected the like of remote:alice, of 40 letters, digits, dots, - and _ at most"
        )
    return Spec(text, "remote", name)


def _parameters(text: str, words: str) -> dict[str, str]:
    pairs = [word.partition("=") for word in words.split(",")] if words else []
    for name, equals, value in pairs:
        if not (name.isidentifier() and equals and value):
            raise ParameterError(f"{quoted(text)}: {quoted(f'{name}{equals}{value}')}; expected name=value,name=value")
    if len({name for name, _, _ in pairs}) < len(pairs):
        raise ParameterError(f"{quoted(text)} names a parameter twice")
    return {name: value for name, _, value in pairs}
