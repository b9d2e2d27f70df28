"""Pictures of a run after any ply, as the world draws them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from world.api import World
from world.record import Ply
from world.registry import new_world

Step: TypeAlias = tuple[str, bytes]  # an action, and the mind's thoughts as JSON: a picture may show some of them
NO_THOUGHTS = b"null"
MAX_CACHED = 512  # pictures
CACHE_CONTROL = "private, max-age=3600"


def steps_of(plies: Iterable[Ply]) -> tuple[Step, ...]:
    """Return the steps of some plies."""
    return tuple((ply.action, msgspec.json.encode(ply.thoughts)) for ply in plies)


def world_after(name: str, start: str, seed: int, steps: Iterable[Step]) -> World:
    """Return a world in which these steps were taken; raise a WorldError if one of them is illegal."""
    world = new_world(name)
    world.newrun(start, seed)
    for action, thoughts in steps:
        world.playon()
        world.takeaction(action)
        world.hear(msgspec.json.decode(thoughts) if thoughts != NO_THOUGHTS else None)
    return world


@lru_cache(MAX_CACHED)
def draw(name: str, start: str, seed: int, steps: tuple[Step, ...], seat: int = 0) -> str:
    """Return the picture after these steps, from a seat's side, as SVG."""
    return world_after(name, start, seed, steps).getview(seat)


def query_number(request: Request, name: str, most: int, default: int) -> int:
    """Return a whole number of the query, at most `most`; the default if it is missing or not valid."""
    text = request.query_params.get(name, "")
    return min(int(text), most) if text.isascii() and text.isdigit() and len(text) < 10 else default


def svg_response(text: str, is_final: bool = False) -> Response:
    """Return a picture as a response. Browsers may cache one that is final."""
    headers = {"Cache-Control": CACHE_CONTROL} if is_final else {}
    return Response(text, media_type="image/svg+xml", headers=headers)
