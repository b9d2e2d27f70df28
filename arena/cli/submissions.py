"""The intake of a folder of submissions, which says what becomes of each that is not entered under its own name."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena.cli import say
from arena.errors import EntrantError
from minds.errors import quoted
from world.errors import printable

if TYPE_CHECKING:
    from arena.entrants.submissions import Rejection, Submission


def take_in(found: "Sequence[Submission]", world: str) -> "tuple[list[Submission], list[Rejection]]":
    """Return the submissions that can be entered in a world, and the others, each with a message on stderr."""
    from arena.entrants.submissions import sort_out

    entered, rejected = sort_out(found, world)
    for submission in entered:
        if submission.shares_its_name:
            reason = printable(submission.shares_its_name)
            say(f"{printable(str(submission.path))} is entered as {quoted(submission.name)}, since {reason}")
    for one in rejected:
        say(f"skipped {printable(one.name)}: {one.reason}")
    if rejected:
        say(f"{len(rejected)} of {len(found)} submissions are skipped, {len(entered)} are entered")
    if found and not entered:
        raise EntrantError(f"none of the {len(found)} submissions can be entered")
    return entered, rejected
