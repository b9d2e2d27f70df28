"""Names of minds where there is little room: cut in the middle, with the whole name on hover."""

from markupsafe import Markup, escape

MAX_SHOWN = 28  # letters


def shortened(name: str, most: int = MAX_SHOWN) -> str:
    """Return a name of at most so many letters; a longer one loses its middle, because names often differ at the end.

    `most` is at least 2.
    """
    if len(name) <= most:
        return name
    head = most // 2
    return f"{name[:head]}…{name[len(name) - (most - head - 1) :]}"


def on_hover(name: str) -> Markup:
    """Return a name as HTML: a long one is cut, and shows the whole when the mouse is over it."""
    text = str(name)
    if len(text) <= MAX_SHOWN:
        return escape(text)
    return Markup('<span title="{}">{}</span>').format(text, shortened(text))
