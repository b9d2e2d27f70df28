"""The `arena` command. Every file of this folder that defines a click command of its own name is a subcommand.

A file `say_hello.py` with a command `say_hello` is `arena say-hello`.

A command's file is loaded when it is called, or when the help lists all commands; so none imports a heavy library at
the top. Files without a command hold what several commands share.
"""

import os
import pkgutil
import sys
from collections.abc import Callable
from errno import EAGAIN, ENOMEM
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn, TypeVar

import click

from arena.cli.shortages import STEPS, check_memory, explained
from arena.cli.signals import EndedBySignal, ended_by_signals
from arena.errors import ArenaError
from minds.errors import MindsError, quoted
from world.errors import WorldError

Result = TypeVar("Result")
DONE, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
NO_THREAD = "can't start new thread"  # as Python says it
QUOTE = "\n    "  # begins a line of source in a message


class CommandFiles(click.Group):
    """Finds commands in the files of this folder."""

    def list_commands(self, context: click.Context) -> list[str]:
        return [name for name in sorted(_files()) if self.get_command(context, name) is not None]

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = arguments[0]
        if not name.startswith("-") and self.get_command(context, name) is None:
            known = ", ".join(self.list_commands(context))
            raise click.UsageError(f"no command {quoted(name)}; expected one of {known}")
        return super().resolve_command(context, arguments)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        stem = _files().get(name)
        if stem is None:
            return None
        try:
            words = vars(import_module(f"{__name__}.{stem}")).values()
        except Exception as problem:
            return _broken(name, problem) if _defines(stem) else None
        return next((word for word in words if isinstance(word, click.Command) and word.name in (name, stem)), None)


def _files() -> dict[str, str]:
    """Return the modules of this folder by the name of their command: say_hello.py is `say-hello`.

    A name that is a word of Python's has a line behind it: import_.py.
    """
    return {module.name.rstrip("_").replace("_", "-"): module.name for module in pkgutil.iter_modules(__path__)}


def _defines(stem: str) -> bool:
    """Return True if a file that cannot be loaded defines a command, as far as its source shows."""
    spec = find_spec(f"{__name__}.{stem}")
    return spec is not None and spec.origin is not None and f"\ndef {stem}(" in Path(spec.origin).read_text("utf-8")


def _broken(name: str, problem: Exception) -> click.Command:
    """Return a command that raises the error which keeps the real one from loading, so that the others still work."""

    def fail() -> None:
        raise problem

    settings = {"ignore_unknown_options": True, "allow_extra_args": True}
    help_line = f"Cannot be loaded: {' '.join(str(problem).split())}"
    return click.Command(name, settings, fail, short_help=help_line, add_help_option=False)


@click.group(cls=CommandFiles, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="mind-arena", message="%(version)s")
def arena() -> None:
    """The Mind Arena: tournaments between minds, in chess and other worlds."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run a command. A user's mistake is one line on stderr and exit code 2, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal shows ? where it knows no ×
    try:
        with ended_by_signals():
            with arena.make_context("arena", sys.argv[1:] if arguments is None else arguments) as context:
                check_memory()
                arena.invoke(context)
            sys.stdout.flush()
    except EndedBySignal as end:
        complain(f"ended by {end.name}", end.exit_code)
    except click.exceptions.Exit as end:
        sys.exit(end.exit_code)
    except click.exceptions.NoArgsIsHelpError as problem:
        print(problem.format_message())
        sys.exit(WRONG_USAGE)
    except click.ClickException as problem:
        complain(problem.format_message(), WRONG_USAGE)
    except (ArenaError, MindsError, WorldError) as problem:
        complain(str(problem), WRONG_USAGE)
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted", INTERRUPTED)
    except BrokenPipeError:  # the reader has closed the pipe, as `head` does
        give_up_stdout()
    except OSError as problem:
        give_up_stdout()
        complain(explained(problem), FAILED)
    except MemoryError:
        give_up_stdout()
        complain(f"no memory is left; {STEPS[ENOMEM]}", FAILED)
    except RuntimeError as problem:
        if str(problem) != NO_THREAD:
            raise
        give_up_stdout()
        complain(f"no thread can be started; {STEPS[EAGAIN]}", FAILED)
    sys.exit(DONE)


def complain(message: str, code: int) -> NoReturn:
    """Print a message as one line on stderr, with the source that it quotes below, and exit with a code."""
    if code == INTERRUPTED and sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)  # the message covers the terminal's ^C
    say(f"arena: {message}")
    sys.exit(code)


def say(message: str) -> None:
    """Print a message as one line on stderr, with the source that it quotes below."""
    first, *quoted_lines = message.split(QUOTE)
    print(" ".join(first.split()), *map(str.rstrip, quoted_lines), sep=QUOTE, file=sys.stderr)


def give_up_stdout() -> None:
    """Redirect stdout to nowhere, or Python would try to flush it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def interruptible(work: Callable[[], Result]) -> Result:
    """Run compiled work in another thread, so that Ctrl-C is heard meanwhile."""
    from concurrent.futures import Future
    from threading import Thread

    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as problem:  # raised again where the result is awaited
            future.set_exception(problem)

    Thread(target=run, daemon=True).start()
    return future.result()
