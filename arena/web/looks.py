"""From templates to pages: everything shown is escaped, and nothing but our own files is asked for."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import jinja2
from starlette.responses import HTMLResponse

from world.registry import find

TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)


def page(template: str, status: int = 200, **told: Any) -> HTMLResponse:
    """A template with what it shows."""
    return HTMLResponse(TEMPLATES.get_template(template).render(told), status)


def part(name: str) -> str:
    """A name as one part of an address."""
    return quote(str(name), safe="")


def _date(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def _signed(value: float) -> str:
    """A rating with its sign, as print has it."""
    return f"{round(value) + 0:+d}".replace("-", "−")


def _half(score: float) -> str:
    """A score as people write it."""
    return f"{score:g}".replace("0.5", "½")


def in_words(kind: str, result: Sequence[float]) -> str:
    """An ending in a line: "1 : 0, checkmate"."""
    return f"{' : '.join(map(_half, result))}, {kind}"


def _colours(world: str) -> tuple[str, ...]:
    return find(world).colours


def _query(asked: Mapping[str, str], **more: Any) -> str:
    """What was asked for, and more, as a query."""
    return urlencode({name: value for name, value in {**asked, **more}.items() if value})


TEMPLATES.filters.update(
    part=part, date=_date, signed=_signed, half=_half, in_words=in_words, colours=_colours, query=_query
)
