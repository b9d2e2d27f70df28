"""Names of minds where there is little room: cut in the middle, with the whole name on hover."""

from markupsafe import Markup, escape

MAX_SHOWN = 28  # letters


def shortened(name: str) -> str:
    """Return a name of at most 28 letters; a longer one loses its middle, because names often differ at the end."""
    if len(name) <= MAX_SHOWN:
        return name
    head = MAX_SHOWN // 2
    return f"{name[:head]}…{name[head + 1 - MAX_SHOWN :]}"


def on_hover(name: str) -> Markup:
    """Return a name as HTML: a long one is cut, and shows the whole when the mouse is over it."""
    text = str(name)
    if len(text) <= MAX_SHOWN:
        return escape(text)
    return Markup('<span title="{}">{}</span>').format(text, shortened(text))
