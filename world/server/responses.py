"""HTTP responses as JSON, as text, and for errors."""

from starlette.responses import Response

from world.server.errors import RequestError
from world.server.schema import as_json

NO_STORE = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


def json_response(value: object, status: int = 200) -> Response:
    """Return a response with the value as JSON."""
    return Response(as_json(value), status, media_type="application/json", headers=NO_STORE)


def text_response(line: str, etag: str = "") -> Response:
    """Return a response with a line of text, and its ETag if it has one."""
    headers = NO_STORE | ({"ETag": etag} if etag else {})
    return Response(line + "\n", media_type="text/plain; charset=utf-8", headers=headers)


def error_response(error: RequestError) -> Response:
    """Return the JSON response to a request that failed."""
    response = json_response(error.to_dict(), error.status)
    if error.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if error.status in (429, 503):
        response.headers["Retry-After"] = "1"
    return response
