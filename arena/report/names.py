"""Names of minds where there is little room: broken into lines, or cut in the middle, never at the end."""

import re
from functools import lru_cache

from markupsafe import Markup, escape

MAX_SHOWN, MAX_WRAPPED, MIN_WRAPPED = 28, 60, 13  # letters on a line; on several lines
MAX_REMEMBERED = 4096  # names: a table has each of them again and again
BREAKS = re.compile(r"(?<=[-_./:@=,+])")  # places where a long name may be broken


def shortened(name: str, most: int = MAX_SHOWN) -> str:
    """Return a name of at most so many letters; a longer one loses its middle, because names often differ at the end.

    `most` is at least 2.
    """
    if len(name) <= most:
        return name
    head = most // 2
    return f"{name[:head]}…{name[len(name) - (most - head - 1) :]}"


@lru_cache(MAX_REMEMBERED)
def on_hover(name: str) -> Markup:
    """Return a name as HTML: a long one may be broken; a very long one is cut, and shows the whole on hover."""
    text = str(name)
    if len(text) < MIN_WRAPPED:
        return escape(text)
    if len(text) <= MAX_WRAPPED:
        return Markup("<wbr>").join(BREAKS.split(text))
    return Markup('<span title="{}">{}</span>').format(text, shortened(text, MAX_WRAPPED))
