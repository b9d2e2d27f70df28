"""The addresses for programs: those of the endpoints, and everything else that asks for JSON."""

from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.types import Scope

from world.server import Endpoint

RESULTS = "results"
FILES = (".json", ".csv", ".pgn", ".toml")


class ApiPaths:
    """Tells addresses for programs from those of pages."""

    def __init__(self, endpoints: Iterable[Endpoint]) -> None:
        self.first_parts = {endpoint.path.split("/")[1] for endpoint in endpoints} - {RESULTS}

    def has(self, path: str) -> bool:
        """Return True for an address of an endpoint, or of one that might be there."""
        first = path.split("/")[1] if path.startswith("/") else path
        return first in self.first_parts or (first == RESULTS and path.endswith(FILES))

    def wants_json(self, scope: Scope) -> bool:
        """Return True if an error is to be answered with JSON, not with a page."""
        accepted = Headers(scope=scope).get("accept", "")
        return self.has(scope["path"]) or ("application/json" in accepted and "text/html" not in accepted)
