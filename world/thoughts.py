"""What a mind tells of its thinking, made safe to keep: whatever it says, it can be written, shown and read again."""

import math
from typing import Any

from world.errors import readable

MOST_ITEMS, DEEPEST, LONGEST_TEXT = 1000, 5, 1000
LARGEST = 2**53  # what every program reads exactly


def sane(thoughts: dict[str, Any] | None) -> dict[str, Any] | None:
    """The same without numbers that are none, endless texts and endless nesting."""
    return None if thoughts is None else _sane(thoughts, DEEPEST)


def _sane(value: Any, depth: int) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if -LARGEST <= value <= LARGEST else None
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return readable(value[:LONGEST_TEXT])
    if isinstance(value, dict) and depth:
        return {readable(str(name))[:100]: _sane(part, depth - 1) for name, part in list(value.items())[:MOST_ITEMS]}
    if isinstance(value, list | tuple) and depth:
        return [_sane(part, depth - 1) for part in value[:MOST_ITEMS]]
    return None
