"""GET /worlds: the worlds that can be played."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from world.registry import find, names
from world.server.endpoint import Endpoint, Server
from world.server.responses import json_response


class WorldInfo(msgspec.Struct, frozen=True):
    """A world, and the colours of its seats."""

    name: str
    seats: int
    colours: tuple[str, ...]


class WorldList(msgspec.Struct, frozen=True):
    """All worlds."""

    worlds: tuple[WorldInfo, ...]


async def get(_server: Server, _request: Request) -> Response:
    """Answer with all worlds."""
    found = [find(name) for name in names()]
    return json_response(
        WorldList(tuple(WorldInfo(world.name, world.seats, world.colours[: world.seats]) for world in found))
    )


ENDPOINT = Endpoint("GET", "/worlds", get, summary="List the worlds.", returns=WorldList)
