"""`arena course`: set up a course, in which minds are handed in and climb a ladder."""

import click

from arena.cli.course.announce import announce
from arena.cli.course.backup import backup
from arena.cli.course.extend import extend
from arena.cli.course.finish import finish
from arena.cli.course.forget import forget
from arena.cli.course.init import init
from arena.cli.course.invite import invite
from arena.cli.course.pause import pause
from arena.cli.course.people import people
from arena.cli.course.play_again import play_again
from arena.cli.course.restore import restore
from arena.cli.course.resume import resume
from arena.cli.course.status import status
from arena.cli.course.withdraw import withdraw

COMMANDS = (
    announce,
    backup,
    extend,
    finish,
    forget,
    init,
    invite,
    pause,
    people,
    play_again,
    restore,
    resume,
    status,
    withdraw,
)


@click.group(short_help="Run a course: people hand in minds, which climb a ladder.")
def course() -> None:
    """Set up a course in a folder. `arena serve --course FOLDER` runs it, and people hand in by `arena submit`."""


for command in COMMANDS:
    course.add_command(command)
