"""The `arena` command: one file a command group, each loaded only when it is called for."""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn, TypeVar

import click

from arena.errors import ArenaError
from minds.errors import MindsError, quoted
from world.errors import WorldError

COMMAND_NAMES: tuple[str, ...]
COMMAND_NAMES = ("bench", "check", "doctor", "join", "minds", "new", "perft", "play", "rate", "report", "resume", "run")
COMMAND_NAMES += ("serve", "sprt", "uci", "why", "worlds")
COMMANDS = {name: f"arena.cli.{name}" for name in COMMAND_NAMES}
Result = TypeVar("Result")
DONE, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


class CommandFiles(click.Group):
    """Finds a command in its file, and imports no other."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if arguments[0] not in COMMANDS and not arguments[0].startswith("-"):
            raise click.UsageError(f"no command {quoted(arguments[0])}; expected one of {', '.join(sorted(COMMANDS))}")
        return super().resolve_command(context, arguments)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[name]), name)
        return command


@click.group(cls=CommandFiles, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="mind-arena", message="%(version)s")
def arena() -> None:
    """The Mind Arena: minds meet in worlds."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run a command; a user's mistake is one line on stderr and exit code 2, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal shows ? where it knows no ×
    try:
        with arena.make_context("arena", sys.argv[1:] if arguments is None else arguments) as context:
            arena.invoke(context)
        sys.stdout.flush()
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
    except BrokenPipeError:  # the reader has seen enough, as `head` does
        give_up_stdout()
    except OSError as problem:
        give_up_stdout()
        complain(str(problem), FAILED)
    sys.exit(DONE)


def complain(message: str, code: int) -> NoReturn:
    """Say in one line what is wrong, and end."""
    print(f"arena: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(code)


def give_up_stdout() -> None:
    """Let what cannot be written go nowhere, or Python will try again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def interruptible(work: Callable[[], Result]) -> Result:
    """Do in another thread what compiled code would keep Ctrl-C waiting for."""
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
