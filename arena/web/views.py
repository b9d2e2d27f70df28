"""What a world shows of a run: its picture after any ply, and where to point in it."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from world.api import World
from world.record import Ply
from world.registry import new_world

Step: TypeAlias = tuple[str, bytes]  # an action, and as JSON what its mind told: a picture may show some of that
NOTHING = b"null"
MOST_PICTURES = 512
LASTING = "private, max-age=3600"


def steps_of(plies: Iterable[Ply]) -> tuple[Step, ...]:
    """What was done and told."""
    return tuple((ply.action, msgspec.json.encode(ply.thoughts)) for ply in plies)


def world_after(name: str, start: str, seed: int, steps: Iterable[Step]) -> World:
    """A world in which these steps have been taken; a WorldError if they cannot be."""
    world = new_world(name)
    world.newrun(start, seed)
    for action, told in steps:
        world.takeaction(action)
        world.hear(msgspec.json.decode(told) if told != NOTHING else None)
    return world


@lru_cache(MOST_PICTURES)
def view(name: str, start: str, seed: int, steps: tuple[Step, ...], seat: int = 0) -> str:
    """The picture of a state, as a seat sees it."""
    return world_after(name, start, seed, steps).getview(seat)


def number(request: Request, name: str, most: int, otherwise: int) -> int:
    """A whole number of the query, 0 to `most`; what makes no sense is as if it were not there."""
    text = request.query_params.get(name, "")
    return min(int(text), most) if text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def svg(text: str, lasts: bool = False) -> Response:
    """A picture to be shown by <img>; one that can never change may be kept."""
    headers = {"Cache-Control": LASTING} if lasts else {}
    return Response(text, media_type="image/svg+xml", headers=headers)
