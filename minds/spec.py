"""Specs: the texts that name minds, on the command line, in plans and in Python.

alphabeta   alphabeta:depth=4   path/to/mind.py   path/to/mind.py@HEAD~3:Greedy:hunger=5   cmd:./mymind --fast
uci:stockfish?UCI_LimitStrength=true&UCI_Elo=1500   uci:gnuchess --uci?Hash=16   remote:NAME
"""

import os
import re
import shlex
import shutil
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl

import minds.builtin
from minds.errors import ParameterError, SpecError, quoted
from world.api import entry_points

GROUP = "arena.minds"
DEBIAN_GAMES = "/usr/games"  # where Debian installs chess programs; it is not on the PATH of root
MAX_SPEC_LENGTH = 1000
FILES = ("book", "net")  # the parameters of built-in minds that name files …
HOUSE = "house"  # … and the value that names our own
RESTART = "restart"  # beside an engine's own options, as in cutechess-cli and fastchess


@dataclass(frozen=True)
class Spec:
    """A spec, parsed: where the mind is, and with which parameters it is made."""

    text: str
    kind: Literal["builtin", "installed", "file", "cmd", "uci", "remote"]
    target: str  # its name, file, command or program, or the name under which it has joined
    mind: str = ""  # the class within a file, if named
    parameters: dict[str, str] = field(default_factory=dict)
    revision: str = ""  # of git, at which the file is taken
    arguments: tuple[str, ...] = ()  # of an engine's program
    restarts: bool = False  # True if an engine's process is a fresh one in each game

    @property
    def path(self) -> Path:
        """The path of its file."""
        return Path(self.target).resolve()

    @property
    def is_foreign(self) -> bool:
        """True if this is a stranger's code, which never runs in the arena's own process."""
        return self.kind in ("file", "cmd", "uci")

    @property
    def hash(self) -> int:
        """The MiB of hash table that an engine is to have; 0 if the spec does not say."""
        words = [value for name, value in self.parameters.items() if name.lower() == "hash"]
        return int(words[0]) if words and re.fullmatch("[0-9]{1,9}", words[0]) else 0

    @property
    def files(self) -> dict[str, str]:
        """The paths of the files that a built-in mind's parameters name, but for the house's own."""
        named = {name: value for name, value in self.parameters.items() if name in FILES and value != HOUSE}
        return named if self.kind == "builtin" else {}

    def with_files(self, paths: dict[str, str]) -> str:
        """Return the text of this built-in mind's spec with other files."""
        words = (f"{name}={value}" for name, value in (self.parameters | paths).items())
        return f"{self.target}:{','.join(words)}"


def names() -> list[str]:
    """Return the names of the built-in and installed minds."""
    return sorted({*builtin(), *entry_points(group=GROUP).names})


def builtin() -> dict[str, Path]:
    """Return the files of the built-in minds by their names: every file in `minds/builtin`."""
    paths = [path for folder in minds.builtin.__path__ for path in Path(folder).glob("[!_]*.py")]
    return {path.stem.replace("_", "-"): path for path in paths}


def read_spec(text: str) -> Spec:
    """Parse a spec; a SpecError says what is wrong with it."""
    if len(text) > MAX_SPEC_LENGTH or not text.isprintable() or not text.strip():
        raise SpecError(f"{quoted(text)} does not name a mind; expected a line of text, without tabs")
    head, colon, rest = text.partition(":")
    if colon and not rest and head != "cmd":
        raise SpecError(f"{quoted(text)}; expected parameters after the colon, or none")
    if head == "cmd":
        return _read_command(text, rest)
    if head == "uci":
        return _read_engine(text, rest)
    if head == "remote":
        return _read_remote(text, rest)
    if found := re.fullmatch(r"(.*?\.py)(?:@([^:]+))?(?::(.*))?", text):
        return _read_file(text, *found.groups())
    if head in entry_points(group=GROUP).names:
        return Spec(text, "installed", head, "", _parameters(text, rest))
    if head in builtin():
        return Spec(text, "builtin", head, "", _parameters(text, rest))
    if text and _is_folder(text):
        beside = Path(text) / "mind.py"
        expected = f"did you mean {beside}?" if _is_file(str(beside)) else f"expected a file in it, such as {beside}"
        raise SpecError(f"{quoted(text)} is a folder; {expected}")
    near = get_close_matches(head, names(), 1)
    meant = f"; did you mean {near[0]}?" if near else ""
    raise SpecError(
        f"no mind {quoted(head)}; expected one of {', '.join(names())}, a .py file, cmd:… uci:… or remote:…{meant}"
    )


def _read_file(text: str, path: str, revision: str | None, rest: str | None) -> Spec:
    words = rest.split(":") if rest else []
    mind = words.pop(0) if words and "=" not in words[0] else ""
    if revision is None and not _is_file(path):
        raise SpecError(f"no file {quoted(path)}; expected a mind's Python file")
    return Spec(text, "file", path, mind, _parameters(text, ":".join(words)), revision or "")


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except OSError:  # not a possible name of a file
        return False


def _is_folder(path: str) -> bool:
    try:
        return Path(path).is_dir()
    except OSError:  # not a possible name of a folder
        return False


def _read_command(text: str, command: str) -> Spec:
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise SpecError(f"{quoted(text)}: {problem}") from None
    if not words:
        raise SpecError("cmd: without a command; expected something like cmd:./mymind --fast")
    if shutil.which(words[0]) is None:
        raise SpecError(f"{quoted(text)}: no program {quoted(words[0])} to start")
    return Spec(text, "cmd", command.strip())


def _read_engine(text: str, words: str) -> Spec:
    command, _, query = words.partition("?")
    program, arguments = _read_program(text, command)
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=True) if query else []
    except ValueError:
        raise ParameterError(f"{quoted(text)}: {quoted(query)}; expected Option=value&Option=value") from None
    options = dict(pairs)
    if not all(part.isprintable() for pair in pairs for part in pair):  # a line break would be another command
        raise ParameterError(f"{quoted(text)}: {quoted(query)}; expected options in printable letters")
    if len(options) < len(pairs):
        raise ParameterError(f"{quoted(text)} names an option twice")
    restart = options.pop(RESTART, "off")
    if restart not in ("on", "off"):
        raise ParameterError(f"{quoted(text)}: {RESTART}={restart}; expected on or off")
    return Spec(text, "uci", program, "", options, arguments=arguments, restarts=restart == "on")


def _read_program(text: str, command: str) -> tuple[str, tuple[str, ...]]:
    """Return the path of an engine's program, and its arguments."""
    try:
        words = [command] if _which(command) else shlex.split(command)
    except ValueError as problem:
        raise SpecError(f"{quoted(text)}: {problem}") from None
    name, *arguments = words or [""]
    program = _which(name)
    if program is None:
        raise SpecError(f"{quoted(text)}: no program {quoted(name)} on the PATH or in {DEBIAN_GAMES}")
    return os.path.abspath(program), tuple(arguments)


def _which(name: str) -> str | None:
    return shutil.which(name, path=os.environ.get("PATH", "") + os.pathsep + DEBIAN_GAMES) if name else None


def _read_remote(text: str, name: str) -> Spec:
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}", name) is None:
        raise SpecError(f"{quoted(text)}; expected remote:NAME, at most 40 letters, digits, dots, - and _")
    return Spec(text, "remote", name)


def _parameters(text: str, words: str) -> dict[str, str]:
    pairs = [word.partition("=") for word in words.split(",")] if words else []
    for name, equals, value in pairs:
        if not (name.isidentifier() and equals and value):
            raise ParameterError(f"{quoted(text)}: {quoted(f'{name}{equals}{value}')}; expected name=value,name=value")
    if len({name for name, _, _ in pairs}) < len(pairs):
        raise ParameterError(f"{quoted(text)} names a parameter twice")
    return {name: value for name, _, value in pairs}
