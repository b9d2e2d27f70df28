"""The server's routes: one for every file in `endpoints/`."""

from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules

from starlette.routing import BaseRoute

from world.server import endpoints
from world.server.endpoint import Endpoint, Server, SocketEndpoint
from world.server.runs import Runs


def find_endpoints() -> Sequence[Endpoint | SocketEndpoint]:
    """Return the ENDPOINT of every module in `endpoints/`."""
    modules = sorted(module.name for module in iter_modules(endpoints.__path__))
    return [import_module(f"{endpoints.__name__}.{name}").ENDPOINT for name in modules]


def routes(runs: Runs) -> list[BaseRoute]:
    """Return the routes by which runs are opened, played and watched."""
    found = find_endpoints()
    server = Server(runs, found)
    return [endpoint.route(server) for endpoint in found]
