"""The CLI reference, from what the commands say of themselves: `python -m arena.cli.reference > arena/README.md`."""

import click

from arena.cli import COMMANDS, arena

HEAD = """# The arena's commands

Made by `python -m arena.cli.reference`; a test compares.

stdout is data, stderr is progress. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
A mistake in a call is one line on stderr that quotes what was given and what was expected.
"""


def reference() -> str:
    """The page, with the help of every command as a terminal of 100 columns shows it."""
    parts = [HEAD]
    for name in sorted(COMMANDS):
        command = arena.get_command(click.Context(arena), name)
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
