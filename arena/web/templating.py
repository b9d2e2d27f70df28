"""HTML pages from templates. Everything that is shown is escaped."""

import shlex
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import jinja2
from starlette.responses import HTMLResponse

from arena.report.names import on_hover
from arena.web import links
from arena.web.results.seats import colours
from arena.web.static_files import static_url

ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)


def render(template: str, status: int = 200, here: str = "", **values: Any) -> HTMLResponse:
    """Return a page. `here` is the path of its entry in the menu."""
    from arena.web.pages import menu  # not above: the pages import this module

    return HTMLResponse(ENVIRONMENT.get_template(template).render(values, here=here, menu=menu()), status)


def result_text(kind: str, result: Sequence[float]) -> str:
    """Return an ending on one line: "1 : 0, checkmate"."""
    return f"{' : '.join(map(_points, result))}, {kind}"


def _points(score: float) -> str:
    return f"{score:g}".replace("0.5", "½")


def _date(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def _signed(value: float) -> str:
    """Return a rating with a typographic sign."""
    return f"{round(value) + 0:+d}".replace("-", "−")


def _query(given: Mapping[str, str], **more: Any) -> str:
    """Return a query string of the values that are not empty."""
    return urlencode({name: value for name, value in {**given, **more}.items() if value})


ENVIRONMENT.filters.update(
    on_hover=on_hover,
    url_part=links.url_part,
    date=_date,
    signed=_signed,
    points=_points,
    result_text=result_text,
    colours=colours,
    query=_query,
    shell_word=shlex.quote,
)
ENVIRONMENT.globals.update(
    tournament_url=links.tournament_url,
    mind_url=links.mind_url,
    pairing_url=links.pairing_url,
    game_url=links.game_url,
    static_url=static_url,
)
