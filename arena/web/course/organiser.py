"""The organiser's first page: what goes on, pause and go on, the announcement, a season's end, and backups."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.course.seasons.final_standings import file_of
from arena.web.course.actions import organiser_routes
from arena.web.course.course_site import CourseSite
from arena.web.course.multipart import Form
from arena.web.course.season import seasons
from arena.web.templating import render

PATH = "/organiser"


def routes(course: CourseSite) -> list[Route]:
    """Return the routes of the page and of its forms."""
    organiser = course.organiser

    def show(_request: Request, more: dict[str, Any]) -> Response:
        announcement, people = organiser.announcement, set(organiser.members.people)
        values: dict[str, Any] = {
            "problem": "",
            "is_paused": organiser.is_paused,
            "announcement": announcement,
            "queue": organiser.queue(),
            "hand_ins": len(course.intake.register.hand_ins()),
            "people_problem": organiser.members.problem,
            "people": len(people),
            "invited": len(people & course.intake.register.invited()),
            "seasons": [(one, file_of(one.season.name)) for one in seasons(course)],
            "finishing": organiser.season_to_finish,
            "folder": course.site.folders.data.name,
        }
        return render("course/organiser/overview.html", here=PATH, tab="", **{**values, **more})

    def pause(_request: Request, _form: Form) -> None:
        organiser.pause()

    def go_on(_request: Request, _form: Form) -> None:
        organiser.go_on()

    def announce(_request: Request, form: Form) -> None:
        organiser.announce(form.fields.get("text", ""))

    def finish(_request: Request, form: Form) -> None:
        organiser.finish(form.fields.get("season", ""), is_early="early" in form.fields)

    actions = {"pause": pause, "go-on": go_on, "announce": announce, "finish": finish}
    return organiser_routes(course, PATH, show, actions)
