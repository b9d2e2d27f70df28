"""Thoughts that a mind reports, made safe to be stored, shown and read again."""

import math
from typing import Any

from world.errors import readable

MAX_ITEMS, MAX_DEPTH = 1000, 5
MAX_TEXT_LENGTH, MAX_NAME_LENGTH = 1000, 100
MAX_INTEGER = 2**53  # all programs read integers up to this one exactly


def sanitize(thoughts: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return thoughts without NaN and infinities, and with texts, lists and nesting cut to a bound."""
    return None if thoughts is None else _sanitize(thoughts, MAX_DEPTH)


def _sanitize(value: Any, depth: int) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if -MAX_INTEGER <= value <= MAX_INTEGER else None
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return readable(value[:MAX_TEXT_LENGTH])
    if isinstance(value, dict) and depth:
        items = list(value.items())[:MAX_ITEMS]
        return {readable(str(name))[:MAX_NAME_LENGTH]: _sanitize(part, depth - 1) for name, part in items}
    if isinstance(value, list | tuple) and depth:
        return [_sanitize(part, depth - 1) for part in value[:MAX_ITEMS]]
    return None
