"""HTML pages from templates. Everything that is shown is escaped."""

import shlex
import time
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from datetime import datetime
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import jinja2
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse

from arena.report.headline import basics
from arena.report.names import on_hover, shortened
from arena.web import bars, links
from arena.web.results.seats import colours
from arena.web.static_files import static_url

if TYPE_CHECKING:
    from arena.web.site import MenuItem

ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)
TENTHS_BELOW = 20.0  # seconds on a clock


class Frame(Struct, frozen=True):
    """The surroundings of a page: the menu, and the announcement."""

    menu: "tuple[MenuItem, ...]" = ()
    name: str = ""  # of the course
    announcement: str = ""


FRAME: ContextVar[Frame | None] = ContextVar("frame", default=None)  # of the present request; None: the usual menu


def render(template: str, status: int = 200, here: str = "", **values: Any) -> HTMLResponse:
    """Return a page. `here` is the path of its entry in the menu."""
    from arena.web.pages import menu  # not above: the pages import this module

    frame = FRAME.get() or Frame(tuple(menu()))
    return HTMLResponse(ENVIRONMENT.get_template(template).render(values, here=here, frame=frame), status)


def origin_of(request: Request) -> str:
    """Return the address by which a client has reached the server, for examples that run as they are."""
    return f"{request.url.scheme}://{request.url.netloc}"


def result_text(kind: str, result: Sequence[float]) -> str:
    """Return an ending on one line: "1 : 0, checkmate"."""
    return f"{' : '.join(map(_points, result))}, {kind}"


def _points(score: float) -> str:
    return f"{score:g}".replace("0.5", "½")


def _date(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def _moment(when: datetime) -> str:
    return when.astimezone().strftime("%Y-%m-%d %H:%M")


def _day(date: str) -> str:
    """Return a date of PGN, "2026.11.20", as all others on the pages."""
    return date.replace(".", "-")


def signed(value: float) -> str:
    """Return a rating with a typographic sign."""
    return f"{round(value) + 0:+d}".replace("-", "−")


def clock_text(left: float) -> str:
    """Return the time left on a clock: "1:05:00", "4:59", and below 20 seconds "12.3"."""
    if left < TENTHS_BELOW:
        return f"{max(0.0, left):.1f}"
    minutes, seconds = divmod(ceil(left), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def progress_text(games: int, total: int) -> str:
    """Return how far a tournament is: "179 of 3,120 games"."""
    of = f" of {total:,}" if total > games else ""
    return f"{games:,}{of} game{'' if max(total, games) == 1 else 's'}"


def _query(given: Mapping[str, str], **more: Any) -> str:
    """Return a query string of the values that are not empty."""
    return urlencode({name: value for name, value in {**given, **more}.items() if value})


ENVIRONMENT.filters.update(
    on_hover=on_hover,
    shortened=shortened,
    day=_day,
    url_part=links.url_part,
    clock=clock_text,
    basics=lambda entry: basics(entry.world, entry.format, entry.entrants),
    progress=lambda entry: progress_text(entry.games, entry.total),
    date=_date,
    moment=_moment,
    signed=signed,
    points=_points,
    result_text=result_text,
    colours=colours,
    query=_query,
    shell_word=shlex.quote,
)
ENVIRONMENT.globals.update(
    outcomes=bars.outcomes,
    rating_bar=bars.rating_bar,
    rank_bar=bars.rank_bar,
    tournament_url=links.tournament_url,
    mind_url=links.mind_url,
    pairing_url=links.pairing_url,
    game_url=links.game_url,
    static_url=static_url,
)
