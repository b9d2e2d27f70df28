"""The `arena` command: one file a command group, each loaded only when it is called for."""

import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from minds.errors import MindsError

COMMANDS = {"bench": "arena.cli.bench", "perft": "arena.cli.perft"}
DONE, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


class Rooms(click.Group):
    """Finds a command in its file, and imports no other."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[name]), name)
        return command


@click.group(cls=Rooms, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="mind-arena", message="%(version)s")
def arena() -> None:
    """The Mind Arena: minds meet in worlds."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run a command; a user's mistake is one line on stderr and exit code 2, never a traceback."""
    try:
        sys.exit(arena.main(arguments, standalone_mode=False) or DONE)
    except click.exceptions.NoArgsIsHelpError as problem:
        print(problem.format_message())
        sys.exit(WRONG_USAGE)
    except click.ClickException as problem:
        complain(problem.format_message())
    except MindsError as problem:
        complain(str(problem))
    except (click.Abort, KeyboardInterrupt):
        print("arena: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:  # the reader has seen enough, as `head` does
        sys.stderr.close()
        sys.exit(DONE)


def complain(message: str) -> NoReturn:
    """Say what is wrong with the call."""
    print(f"arena: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(WRONG_USAGE)


def in_parallel(work: Any) -> Any:
    """Do something that compiled code will not interrupt, so that Ctrl-C is still obeyed at once."""
    from threading import Thread

    results: list[Any] = []
    thread = Thread(target=lambda: results.append(work()), daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.2)
    if not results:
        raise RuntimeError("the work was broken off")
    return results[0]
