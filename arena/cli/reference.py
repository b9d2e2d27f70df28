"""The CLI reference, made from the commands' help: `python -m arena.cli.reference > arena/README.md`."""

from collections.abc import Iterator

import click

from arena.cli import arena

HEAD = """# The arena's commands

Made by `python -m arena.cli.reference > arena/README.md` from the commands' own help; a test compares.

stdout is data, stderr is progress. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
A mistake in a call is one line on stderr that says what was given and what was expected.
"""


def reference() -> str:
    """Return the page: the help of every command, as a terminal of 100 columns shows it."""
    parts = [HEAD]
    for name, command in commands(arena):
        context = click.Context(
            command,
            info_name=f"arena {name}",
            max_content_width=100,
            terminal_width=100,
            help_option_names=["-h", "--help"],
        )
        parts.append(f"## arena {name}\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


def commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield each command of a group by its name, one that is a group itself followed by its own: "book build"."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{before}{name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")


if __name__ == "__main__":
    print(reference(), end="")
