"""Routes whose parts may hold any text, "/" too: they are matched before the path is unquoted."""

from typing import Any
from urllib.parse import quote, unquote

from starlette.routing import Match, Route
from starlette.types import Scope

UNQUOTED = "/:@!$&'()*+,;=~"  # signs that a path may hold as they are


class QuotedRoute(Route):
    """A route that takes `a%2Fb` for one part of a path."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether the route matches a request, and the parts of its path."""
        if scope["type"] != "http":
            return Match.NONE, {}
        match, found = super().matches({**scope, "path": _quoted_path(scope)})
        if match is not Match.NONE:
            parts: dict[str, Any] = found["path_params"]
            found["path_params"] = {name: unquote(part, errors="replace") for name, part in parts.items()}
        return match, found


def _quoted_path(scope: Scope) -> str:
    """Return the path as it was sent, unless a redirection has changed it meanwhile."""
    path, raw = str(scope["path"]), bytes(scope.get("raw_path") or b"").decode("ascii", "replace")
    return raw if unquote(raw) == path else quote(path, safe=UNQUOTED)
