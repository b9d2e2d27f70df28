"""The OpenAPI document, built from the endpoints and the types that they receive and return."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from world.server.endpoint import TEXT, Endpoint, SocketEndpoint

JSON = "application/json"
PARTS = {
    "id": "the run's id",
    "name": "the tournament's name, that of its folder",
    "game": "the game's name, such as 001-002-00001a",
    "mind": "the name of an entrant",
    "opponent": "the name of another entrant",
    "number": "the number of a hand-in",
}
TOKEN = {"type": "http", "scheme": "bearer", "description": "the token of a seat, or of an invitation to a course"}


class ErrorInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error: what is wrong with the request, what was sent, and what the server expected."""

    error: str
    sent: str = ""
    expected: str = ""


def describe(endpoints: Sequence[Endpoint | SocketEndpoint]) -> dict[str, Any]:
    """Return the document."""
    http = [endpoint for endpoint in endpoints if isinstance(endpoint, Endpoint)]
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in http:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    used = [kind for endpoint in http for kind in (endpoint.body, endpoint.returns) if isinstance(kind, type)]
    _, schemas = msgspec.json.schema_components([*used, ErrorInfo], ref_template="#/components/schemas/{name}")
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mind Arena: worlds over HTTP", "version": "1"},
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": {"token": TOKEN}},
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    success = {"description": "Success", "content": _content(endpoint.returns)}
    failure = {"description": "Error", "content": _content(ErrorInfo)}
    parameters = [*map(_part, re.findall(r"{(\w+)}", endpoint.path)), *endpoint.parameters]
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "responses": {str(endpoint.status): success} | {str(status): failure for status in endpoint.all_errors},
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.body)}
    if parameters:
        operation["parameters"] = parameters
    if endpoint.needs_token:
        operation["security"] = [{"token": []}]
    return operation


def _part(name: str) -> dict[str, Any]:
    """Describe a part of a path."""
    schema = {"type": "string", "minLength": 1}
    return {"name": name, "in": "path", "required": True, "schema": schema, "description": PARTS[name]}


def _content(kind: type[msgspec.Struct] | dict[str, Any] | str | None) -> dict[str, Any]:
    """Describe a body: a JSON object, a text with a schema, or anything else by its media type."""
    if isinstance(kind, type):
        return {JSON: {"schema": {"$ref": f"#/components/schemas/{kind.__name__}"}}}
    if isinstance(kind, dict):
        return {TEXT: {"schema": kind}}
    return {kind or JSON: {"schema": {"type": "string" if kind else "object"}}}
