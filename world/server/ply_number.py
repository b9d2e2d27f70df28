"""The ply number of a request: an action that names it is taken once, however often it is sent."""

import re

from starlette.requests import Request

from world.server.errors import PreconditionFailed, Unprocessable
from world.server.served import ServedRun

IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "schema": {"type": "string", "pattern": '^([0-9]{1,6}|"[0-9]{1,6}")$', "example": '"0"'},
    "description": "the number of plies before the action, as the ETag of the state and of the legal actions says; "
    "an action that was taken there already is answered again and not taken twice",
}


def etag(plies: int) -> str:
    """Return the ETag of a state after so many plies."""
    return f'"{plies}"'


def ply_number(request: Request) -> int | None:
    """Return the number of plies that a request expects the run to have; None if it does not say."""
    given = request.headers.get("if-match", "*")
    if given == "*":
        return None
    if re.fullmatch('[0-9]{1,6}|"[0-9]{1,6}"', given) is None:
        raise Unprocessable("If-Match is not valid", given, 'a number of plies, "0" before the first')
    return int(given.strip('"'))


def is_taken(served: ServedRun, seat: int, number: int, action: str) -> bool:
    """Return True if the seat took this action after so many plies, False if the run has as many now.

    Raise PreconditionFailed if the run has another number of plies, and this action is not the reason.
    """
    with served.view.lock:
        plies = list(served.view.plies)
    if number == len(plies):
        return False
    if number < len(plies) and (plies[number].seat, plies[number].action) == (seat, action):
        return True
    raise PreconditionFailed("the run has another number of plies", etag(number), etag(len(plies)))
