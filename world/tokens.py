"""Tokens and run names: random, and compared in constant time. The server stores only the hashes of tokens."""

import hashlib
import re
import secrets
from collections.abc import Sequence
from hmac import compare_digest

MAX_TOKEN_LENGTH = 200


def new_token() -> str:
    """Return a new random token."""
    return secrets.token_urlsafe(24)


def new_name() -> str:
    """Return a new random name for a run."""
    return secrets.token_hex(6)


def is_name(text: str) -> bool:
    """Return True if the text has the form of a run's name."""
    return re.fullmatch("[0-9a-f]{12}", text) is not None


def hashed(token: str) -> str:
    """Return the hash of a token. Tokens are random, so it needs no salt."""
    return hashlib.sha256(token[:MAX_TOKEN_LENGTH].encode("utf-8", "replace")).hexdigest()


def seat_of(token: str, hashes: Sequence[str | None]) -> int | None:
    """Return the seat that the token belongs to. Every hash is compared, so timing reveals nothing."""
    given, found = hashed(token), None
    for seat, known in enumerate(hashes):
        if compare_digest(given, known or "no token has this hash") and known is not None:
            found = seat
    return found
