"""The organiser's first page: what goes on, pause and go on, the announcement, a season's end, and backups."""

import re
from datetime import datetime
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.course.seasons.final_standings import file_of
from arena.course.settings import SEASON_NAME
from arena.web.course.actions import organiser_routes
from arena.web.course.course_site import CourseSite
from arena.web.course.download import Download
from arena.web.course.gate import Visitor
from arena.web.course.multipart import Form
from arena.web.course.season import seasons
from arena.web.templating import render

PATH = "/organiser"
STANDINGS = f"{PATH}/standings/{{season}}.csv"
UNUSUAL = re.compile(r"[^A-Za-z0-9._-]")  # letters of a file's name


def routes(course: CourseSite) -> list[Route]:
    """Return the routes of the page and of its forms."""
    organiser = course.organiser

    def show(_request: Request, more: dict[str, Any]) -> Response:
        announcement, people = organiser.announcement, set(organiser.members.people)
        values: dict[str, Any] = {
            "problem": "",
            "is_paused": organiser.is_paused,
            "standstill": organiser.notices.standstill,
            "announcement": announcement,
            "queue": organiser.queue(),
            "hand_ins": len(course.intake.register.hand_ins()),
            "people_problem": organiser.members.problem,
            "settings_problem": organiser.settings.problem,
            "people": len(people),
            "invited": len(people & course.intake.register.invited()),
            "seasons": [(one, _file(organiser.folder, one.season.name).is_file()) for one in seasons(course)],
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

    def backup(_request: Request, _form: Form) -> Response:
        name = f"{organiser.folder.absolute().name}-{datetime.now():%Y-%m-%d-%H%M}.tar.gz"
        return Download(UNUSUAL.sub("_", name), "application/gzip", organiser.back_up())

    def standings(request: Request, _visitor: Visitor) -> Response:
        return _standings(organiser.folder, request.path_params["season"])

    actions = {"pause": pause, "go-on": go_on, "announce": announce, "finish": finish, "backup": backup}
    file = Route(STANDINGS, course.gate.page(standings, "organiser"))
    return [file, *organiser_routes(course, PATH, show, actions)]


def _standings(folder: Path, season: str) -> Response:
    """Return the final standings of a season with names and ids, as a file; 404 if they are not there yet."""
    path = _file(folder, season)
    if not SEASON_NAME.fullmatch(season) or not path.is_file():
        raise HTTPException(404)
    headers = {"Content-Disposition": f'attachment; filename="{path.name}"'}
    return Response(path.read_bytes(), headers=headers, media_type="text/csv")


def _file(folder: Path, season: str) -> Path:
    return folder / file_of(season)
