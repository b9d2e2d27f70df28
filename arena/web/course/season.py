"""The page on the seasons: when each opens and closes, the time that is left, and what counts at its end."""

from datetime import UTC, datetime, timedelta

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.course.seasons.ending import folder_of
from arena.course.settings import Season
from arena.report.headline import budget_words
from arena.report.numbers import counted
from arena.web.course.course_site import CourseSite
from arena.web.course.gate import Visitor
from arena.web.site import MenuItem
from arena.web.templating import render

PATH = "/season"
MENU = MenuItem(2, "Season", PATH)


class SeasonView(Struct, frozen=True):
    """A season as everybody sees it."""

    season: Season
    state: str  # to come, open, closed, or finished
    left: str  # until it opens or closes, in words; "" afterwards
    entered: int  # teams with a version that would play at its end
    folder: str  # of its final tournament; "" before it is played


def seasons(course: CourseSite, now: datetime | None = None) -> list[SeasonView]:
    """Return the seasons in the order of their opening."""
    now, register = now or datetime.now(UTC), course.intake.register
    finished, folders = register.finished(), course.site.folders.paths()
    found = []
    for one in sorted(course.intake.course.season, key=lambda one: one.opens):
        state = "to come" if now < one.opens else "open" if one.is_open(now) else "closed"
        until = {"to come": one.opens, "open": one.closes}.get(state)
        folder = folder_of(one.name) if folder_of(one.name) in folders else ""
        left = in_words(until - now) if until is not None else ""
        entered = len(register.entered(one.name))
        found.append(SeasonView(one, "finished" if one.name in finished else state, left, entered, folder))
    return found


def now_on(found: list[SeasonView]) -> SeasonView:
    """Return the season that is open, else the next one, else the last."""
    wanted = (one for state in ("open", "to come") for one in found if one.state == state)
    return next(wanted, found[-1])


def in_words(left: timedelta) -> str:
    """Return a time that is left, in the two largest units: "3 days 4 hours"."""
    minutes = max(1, int(left.total_seconds() // 60))
    parts = ((minutes // 1440, "day"), (minutes // 60 % 24, "hour"), (minutes % 60, "minute"))
    first = next(place for place, (count, _) in enumerate(parts) if count)
    return " ".join(counted(count, unit) for count, unit in parts[first : first + 2] if count)


def routes(course: CourseSite) -> list[Route]:
    """Return the route of the page."""

    def show(_request: Request, visitor: Visitor) -> Response:
        settings, found = course.intake.course, seasons(course)
        extensions = [course.intake.register.extensions(one.season.name) for one in found]
        own = [one.get(visitor.person.key) if visitor.person is not None else None for one in extensions]
        return render(
            "course/season.html",
            here=PATH,
            seasons=list(zip(found, own, strict=True)),
            now=now_on(found),
            plan=settings.plan,
            budget=budget_words(settings.plan),
            baselines=len(settings.baselines),
            zone=datetime.now().astimezone().strftime("%Z (UTC%z)"),
        )

    return [Route(PATH, course.gate.page(show))]
