"""The page for participants who begin: a whole mind, and the commands that take it to the ladder of this server."""

from contextlib import suppress
from importlib.metadata import PackageNotFoundError, metadata
from shlex import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.report.headline import budget_words
from arena.student.new import source
from arena.web.course.course_site import CourseSite
from arena.web.course.gate import Visitor
from arena.web.site import MenuItem
from arena.web.templating import render

PATH, PLAN = "/begin", "/plan.toml"
MENU = MenuItem(4, "Begin", PATH)
NAME, PACKAGE = "my_first", "mind-arena"


def routes(course: CourseSite) -> list[Route]:
    """Return the routes of the page, and of the plan by which minds are checked."""
    plan = course.intake.course.plan

    def show(request: Request, visitor: Visitor) -> Response:
        return render(
            "course/begin.html",
            here=PATH,
            visitor=visitor,
            name=NAME,
            source=source("mind.py", NAME),
            address=quote(course.address(request)),
            plan=PLAN,
            budget=budget_words(plan),
            world=plan.world,
            limits=course.intake.course.limits,
            baselines=course.intake.course.baselines,
            project=course.intake.course.project.strip() or _published_at(),
        )

    def plan_file(_request: Request) -> Response:
        return Response(plan.to_toml(), media_type="application/toml; charset=utf-8")

    return [Route(PATH, course.gate.page(show)), Route(PLAN, plan_file)]


def _published_at() -> str:
    """Return the address of this project that its installation names; "" if it names none."""
    with suppress(PackageNotFoundError):
        about = metadata(PACKAGE)
        found = [line.partition(",")[2].strip() for line in about.get_all("Project-URL") or ()]
        return next((address for address in (*found, *(about.get_all("Home-page") or ())) if address), "")
    return ""
