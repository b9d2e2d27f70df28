"""The server's description of itself, as OpenAPI has it: made from the very types that are sent."""

from functools import cache
from typing import Any

import msgspec

from world.server.request import RunRequest
from world.server.schema import Details, Summary, Told


class Opened(msgspec.Struct, frozen=True):
    """A run that has begun. Its tokens are told only here; null where a mind of the server's sits."""

    id: str
    tokens: tuple[str | None, ...]
    url: str


class Runs(msgspec.Struct, frozen=True):
    """Runs, newest first."""

    runs: tuple[Summary, ...]


class Where(msgspec.Struct, frozen=True):
    """A world."""

    name: str
    seats: int
    colours: tuple[str, ...]


class Worlds(msgspec.Struct, frozen=True):
    """Where there is to play."""

    worlds: tuple[Where, ...]


class Minds(msgspec.Struct, frozen=True):
    """Who may be named for a seat."""

    minds: tuple[Told, ...]


class Hint(msgspec.Struct, frozen=True):
    """What another would do."""

    action: str
    said: str
    thoughts: dict[str, Any] | None


class Refused(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong, with what was sent and what was expected."""

    error: str
    sent: str = ""
    expected: str = ""


TYPES = (RunRequest, Opened, Runs, Details, Worlds, Minds, Hint, Refused)
TOKEN: list[dict[str, list[str]]] = [{"token": []}]
RUN = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}, "description": "of a run"}


@cache
def describe() -> dict[str, Any]:
    """The description."""
    _, schemas = msgspec.json.schema_components(TYPES, ref_template="#/components/schemas/{name}")
    run = "/runs/{id}"
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mind Arena: worlds over HTTP", "version": "1"},
        "paths": {
            "/openapi.json": {"get": _does("This description.", {"200": _json(None)})},
            "/worlds": {"get": _does("Where there is to play.", {"200": _json(Worlds)})},
            "/minds": {"get": _does("Who may be named for a seat.", {"200": _json(Minds)})},
            "/runs": {
                "get": _does("The latest runs.", {"200": _json(Runs)}),
                "post": _does("Open a run.", {"201": _json(Opened), **_refusals(400, 403, 413, 422, 503)}, RunRequest),
            },
            run: {"get": _of_run("A run with its moves.", {"200": _json(Details)})},
            f"{run}/state": {"get": _of_run("The state, on a line.", {"200": _text()} | _refusals(422), *WAIT)},
            f"{run}/actions": {
                "get": _of_run("What may be done, a line each.", {"200": _text()} | _refusals(422), *WAIT)
            },
            f"{run}/image.svg": {
                "get": _of_run("A picture.", {"200": _sent("image/svg+xml")} | _refusals(422), _query("ply", "integer"))
            },
            f"{run}/record": {"get": _of_run("As those who know the game write it.", {"200": _text()})},
            f"{run}/events": {
                "get": _of_run("What happens.", {"200": _sent("text/event-stream")} | _refusals(503), LAST)
            },
            f"{run}/action": {
                "post": _act("Act. The body is the action.", {"200": _text()} | _refusals(413, 422), ACTION)
            },
            f"{run}/takeback": {"post": _act("Take one's last action back.", {"200": _json(Details)})},
            f"{run}/hint": {"post": _act("What the server would do.", {"200": _json(Hint)} | _refusals(503))},
            f"{run}/resign": {"post": _act("Give up.", {"200": _json(Details)})},
        },
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "of a seat"}},
        },
    }


def _query(name: str, kind: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": {"type": kind}}


WAIT = (_query("seat", "integer"), _query("wait", "number"))
LAST = {"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}}
ACTION = {"required": True, "content": {"text/plain": {"schema": {"type": "string", "example": "12,28"}}}}


def _sent(kind: str, schema: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"description": "so it is", "content": {kind: {"schema": schema or {"type": "string"}}}}


def _text() -> dict[str, Any]:
    return _sent("text/plain")


def _json(kind: type | None) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{kind.__name__}"} if kind is not None else {"type": "object"}
    return _sent("application/json", schema)


def _refusals(*codes: int) -> dict[str, Any]:
    return {str(code): _json(Refused) | {"description": "refused"} for code in codes}


def _does(says: str, answers: dict[str, Any], body: type | None = None, *parameters: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {"summary": says, "responses": answers | _refusals(403, 429)}
    if body is not None:
        told["requestBody"] = {"required": True, "content": _json(body)["content"]}
    return told | ({"parameters": list(parameters)} if parameters else {})


def _of_run(says: str, answers: dict[str, Any], *parameters: dict[str, Any]) -> dict[str, Any]:
    return _does(says, answers | _refusals(404), None, RUN, *parameters)


def _act(says: str, answers: dict[str, Any], body: dict[str, Any] | None = None) -> dict[str, Any]:
    told = _of_run(says, answers | _refusals(401, 409)) | {"security": TOKEN}
    return told | ({"requestBody": body} if body else {})
