"""Reads a command as its program would, without running it."""

import re
import shlex
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import ExitStack, redirect_stdout, suppress
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import NoReturn
from unittest.mock import patch

import click

from arena.cli import arena
from tests.conftest import ROOT


class Misunderstood(Exception):
    """A command that its program rejects, with the program's reason."""


class Parsed(BaseException):
    """The end of a program that has read its arguments."""


def is_call(text: str) -> bool:
    """True for a command that can be run as it stands; `arena export` and `arena run --serve` are only names."""
    program, *words = shlex.split(text, comments=True)
    if program != "arena":
        return True
    try:
        with redirect_stdout(StringIO()):  # of --help
            _arena(words, is_whole=True)
    except Misunderstood:
        return False
    return True


def understand(text: str) -> None:
    """Raise Misunderstood if a command is none: no such program, module, command, option or test."""
    if "\n" in text:
        done = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, timeout=60, check=False)
        if done.returncode:
            raise Misunderstood(done.stderr)
        return
    for part in text.split(" && "):
        program, *rest = shlex.split(re.sub(r" > \S+$", "", part), comments=True)
        reader = READERS.get(Path(program).name)
        if reader is not None:
            reader(rest)
        elif not (shutil.which(program) or (ROOT / program).is_file()):
            raise Misunderstood(f"no program {program}")


def _arena(words: list[str], is_whole: bool = False) -> None:
    command, names = arena, ["arena"]
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(click.Context(command), words[0])
        if found is None:
            raise Misunderstood(f"no command {words[0]} in {' '.join(names)}")
        command, names, words = found, [*names, words[0]], words[1:]
    _check_options(command, " ".join(names), words)
    if is_whole or ("…" not in words and any(not word.startswith("-") for word in words)):  # else it is a name
        _read_by_click(command, words)


def _source(words: list[str]) -> None:
    """Read the name of a script, which a page has its reader save; the clone knows where."""
    if len(words) != 1 or not words[0].endswith((".sh", "/activate")):
        raise Misunderstood(f"source {' '.join(words)}; expected one script")


def _dask(words: list[str]) -> None:
    """Read the arguments of Dask's scheduler or worker, which would take unknown ones for those of a plugin."""
    command = import_module(f"distributed.cli.dask_{words[0]}").main
    _check_options(command, f"dask {words[0]}", words)
    _read_by_click(command, words[1:])


def _check_options(command: click.Command, name: str, words: list[str]) -> None:
    options = {word for parameter in command.params for word in (*parameter.opts, *parameter.secondary_opts)}
    if unknown := [word for word in words if word.startswith("--") and word not in {*options, "--help"}]:
        raise Misunderstood(f"{name} has no option {', '.join(unknown)}")


def _read_by_click(command: click.Command, words: list[str]) -> None:
    """Have click read the arguments, of files only that they are paths: earlier commands make them."""
    with patch.object(click.Path, "convert", lambda kind, value, _parameter, _context: kind.coerce_path_result(value)):
        try:
            command.make_context(command.name, list(words), help_option_names=["-h", "--help"])
        except click.ClickException as problem:
            raise Misunderstood(problem.format_message()) from None
        except click.exceptions.Exit:  # --help
            return


def _python(words: list[str]) -> None:
    """Read `-m MODULE …`; a profiler or Python's own options may stand before it."""
    if "-m" not in words:
        raise Misunderstood(f"python {' '.join(words)}; expected -m")
    name, rest = words[words.index("-m") + 1], words[words.index("-m") + 2 :]
    if find_spec(name) is None:
        raise Misunderstood(f"no module {name}")
    if name in READERS:
        READERS[name](rest)
    elif "-m" in rest:
        _python(rest)
    elif rest and name.partition(".")[0] in ("arena", "minds", "world", "tests"):
        _module(name, rest)


def _module(name: str, words: list[str]) -> None:
    """Have a module of ours that has a parser read the arguments."""
    spec = find_spec(name)
    if spec is not None and spec.submodule_search_locations:
        spec = find_spec(f"{name}.__main__")
    assert spec is not None
    source = Path(str(spec.origin)).read_text(encoding="utf-8")
    if "@click.command" in source:
        (command,) = (word for word in vars(import_module(spec.name)).values() if isinstance(word, click.Command))
        _read_by_click(command, words)
    elif "ArgumentParser" in source:
        _read_by_argparse(import_module(spec.name).main, words)


def _read_by_argparse(main: Callable[[], object], words: list[str]) -> None:
    read = ArgumentParser.parse_args

    def fail(_parser: ArgumentParser, message: str) -> NoReturn:
        raise Misunderstood(message)

    def stop(parser: ArgumentParser, given: list[str] | None = None) -> NoReturn:
        read(parser, given)
        raise Parsed

    with ExitStack() as stack:
        for name, function in (("parse_args", stop), ("error", fail)):
            stack.enter_context(patch.object(ArgumentParser, name, function))
        stack.enter_context(patch.object(sys, "argv", ["", *words]))
        stack.enter_context(suppress(Parsed, SystemExit))  # SystemExit comes after --help
        main()


def _pytest(words: list[str]) -> None:
    """Raise Misunderstood if a test that is named is none."""
    for path, _, test in (word.partition("::") for word in words if "/" in word):
        if not (ROOT / path).exists():
            raise Misunderstood(f"no file {path}")
        if test and f"def {test}(" not in (ROOT / path).read_text(encoding="utf-8"):
            raise Misunderstood(f"no test {test} in {path}")


READERS = {"arena": _arena, "dask": _dask, "source": _source}
READERS |= {"python": _python, "python3": _python, "pytest": _pytest}
