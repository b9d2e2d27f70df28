"""The server's routes: one for every file in `endpoints/`."""

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules

from starlette.routing import BaseRoute

from world.errors import WorldError
from world.server import endpoints
from world.server.endpoint import Endpoint, Server, SocketEndpoint
from world.server.runs import Runs


def find_endpoints() -> Sequence[Endpoint | SocketEndpoint]:
    """Return the ENDPOINT of every module in `endpoints/`."""
    modules = sorted(module.name for module in iter_modules(endpoints.__path__))
    return [_endpoint_of(f"{endpoints.__name__}.{name}") for name in modules]


def _endpoint_of(module: str) -> Endpoint | SocketEndpoint:
    """Return the ENDPOINT of a module; raise a WorldError if it defines none."""
    found: Endpoint | SocketEndpoint | None = getattr(import_module(module), "ENDPOINT", None)
    if found is None:
        raise WorldError(f"{module.replace('.', '/')}.py defines no ENDPOINT; see actions.py")
    if isinstance(found, Endpoint) and not found.name:
        return replace(found, name=module.rpartition(".")[2])
    return found


def routes(runs: Runs, more: Sequence[Endpoint] = ()) -> list[BaseRoute]:
    """Return the routes by which runs are opened, played and watched, and those of more endpoints.

    /openapi.json describes all of them.
    """
    found = [*find_endpoints(), *more]
    server = Server(runs, found)
    return [endpoint.route(server) for endpoint in found]
