"""What the server refuses, as one tree: each kind has its number in HTTP, and says what was sent and what was expected.

Refusal
├── Malformed   400  it cannot be read
├── NoToken     401  whoever asks has not said which seat is theirs
├── NotYours    403  it is somebody else's, or comes from somebody else's page
├── NotThere    404  nothing has this name
├── NotNow      409  it makes sense, but not as things stand
├── TooLong     413  more bytes than anybody needs
├── Unprocessable   422  it can be read, and makes no sense here
├── TooOften    429  from one address
└── Full        503  there is no room for more
"""

from typing import ClassVar

from world.errors import MAX_QUOTE_LENGTH, WorldError, quoted, readable


class Refusal(WorldError):
    """The root of the tree: an answer to whoever asked, without a word about what is inside."""

    status: ClassVar[int] = 400

    def __init__(self, error: str, sent: object = None, expected: str = "") -> None:
        super().__init__(error)
        self.error, self.sent, self.expected = error, sent, expected

    def told(self) -> dict[str, str]:
        """As JSON says it."""
        told = {"error": readable(self.error)}
        if self.sent is not None:
            told["sent"] = _short(self.sent)
        return told | ({"expected": self.expected} if self.expected else {})


def _short(sent: object) -> str:
    return readable(sent) if isinstance(sent, str) and len(sent) <= MAX_QUOTE_LENGTH else quoted(sent)


class Malformed(Refusal):
    """It cannot be read."""

    status = 400


class NoToken(Refusal):
    """No token came with it."""

    status = 401


class NotYours(Refusal):
    """The token is another's, or the page it comes from."""

    status = 403


class NotThere(Refusal):
    """Nothing has this name."""

    status = 404


class NotNow(Refusal):
    """As things stand it cannot be done."""

    status = 409


class TooLong(Refusal):
    """More bytes than anybody needs."""

    status = 413


class Unprocessable(Refusal):
    """It makes no sense here."""

    status = 422


class TooOften(Refusal):
    """One address asks more than its share."""

    status = 429


class Full(Refusal):
    """There is no room for more."""

    status = 503
