"""The CLI reference, made from the commands' help: `python -m arena.cli.reference > arena/README.md`."""

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
    group = click.Context(arena)
    for name in arena.list_commands(group):
        command = arena.get_command(group, name)
        assert command is not None
        context = click.Context(
            command,
            info_name=f"arena {name}",
            max_content_width=100,
            terminal_width=100,
            help_option_names=["-h", "--help"],
        )
        parts.append(f"## arena {name}\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    print(reference(), end="")
