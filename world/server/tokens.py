"""Tokens: whoever holds one acts for its seat. Only their hashes are kept."""

import hashlib
import re
import secrets
from collections.abc import Sequence
from hmac import compare_digest

LONGEST = 200


def new_token() -> str:
    """One that nobody guesses."""
    return secrets.token_urlsafe(24)


def new_name() -> str:
    """A name for a run, of which there will not be a second one."""
    return secrets.token_hex(6)


def is_name(text: str) -> bool:
    """Whether a run could be called so."""
    return re.fullmatch("[0-9a-f]{12}", text) is not None


def hashed(token: str) -> str:
    """What is kept of it; it is random, so that no salt is needed."""
    return hashlib.sha256(token[:LONGEST].encode("utf-8", "replace")).hexdigest()


def seat_of(token: str, hashes: Sequence[str | None]) -> int | None:
    """Whose it is; every hash is compared, in the time that it takes whatever came."""
    given, found = hashed(token), None
    for seat, known in enumerate(hashes):
        if compare_digest(given, known or "no token has this hash") and known is not None:
            found = seat
    return found
