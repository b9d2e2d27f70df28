"""`arena course`: set up a course, in which minds are handed in and climb a ladder."""

import click

from arena.cli.course.backup import backup
from arena.cli.course.init import init
from arena.cli.course.invite import invite


@click.group(short_help="Run a course: people hand in minds, which climb a ladder.")
def course() -> None:
    """Set up a course in a folder. `arena serve --course FOLDER` runs it, and people hand in by `arena submit`."""


for command in (init, invite, backup):
    course.add_command(command)
