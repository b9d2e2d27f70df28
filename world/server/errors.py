"""The errors that the server answers requests with; each class is one HTTP status.

RequestError
├── BadRequest         400  the request cannot be read
├── Unauthorized       401  it needs a token, and none was sent
├── Forbidden          403  wrong token, wrong host name, or a page of another site
├── NotFound           404
├── Conflict           409  not possible in the present state of the run
├── PreconditionFailed 412  the run has another number of plies
├── TooLarge           413
├── Unprocessable      422  it can be read, but a value is not valid
├── TooManyRequests    429  from one address
└── Unavailable        503  all places are taken
"""

from typing import ClassVar

from world.errors import MAX_QUOTE_LENGTH, WorldError, quoted, readable


class RequestError(WorldError):
    """The base class: a message, what the client sent, and what the server expected."""

    status: ClassVar[int] = 400

    def __init__(self, error: str, sent: object = None, expected: str = "") -> None:
        super().__init__(error)
        self.error, self.sent, self.expected = error, sent, expected

    def to_dict(self) -> dict[str, str]:
        """Return the JSON body of the answer."""
        fields = {"error": readable(self.error)}
        if self.sent is not None:
            fields["sent"] = _short(self.sent)
        return fields | ({"expected": self.expected} if self.expected else {})


def _short(sent: object) -> str:
    return readable(sent) if isinstance(sent, str) and len(sent) <= MAX_QUOTE_LENGTH else quoted(sent)


class BadRequest(RequestError):
    """400: the request cannot be read."""

    status = 400


class Unauthorized(RequestError):
    """401: the request needs a token."""

    status = 401


class Forbidden(RequestError):
    """403: the token, the host name or the page's origin is wrong."""

    status = 403


class NotFound(RequestError):
    """404: there is no such run, ply or mind."""

    status = 404


class Conflict(RequestError):
    """409: the run's present state does not allow it."""

    status = 409


class PreconditionFailed(RequestError):
    """412: the run has another number of plies than the request expects."""

    status = 412


class TooLarge(RequestError):
    """413: the request is too long."""

    status = 413


class Unprocessable(RequestError):
    """422: a value in the request is not valid."""

    status = 422


class TooManyRequests(RequestError):
    """429: one address sends too many requests."""

    status = 429


class Unavailable(RequestError):
    """503: all places are taken, or the store fails."""

    status = 503
