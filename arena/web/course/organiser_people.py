"""The organiser's page on people: who has a token, what their teams have handed in, and extensions."""

import csv
import io
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.course.administration.organiser import PersonView
from arena.course.participants.invitations import Invitation
from arena.errors import CourseError
from arena.web.course.actions import organiser_routes
from arena.web.course.course_site import CourseSite
from arena.web.course.multipart import Form
from arena.web.course.organiser import PATH as ORGANISER
from arena.web.templating import render
from minds.errors import quoted

PATH = f"{ORGANISER}/people"
COLUMNS = ("name", "id", "team", "token")


def routes(course: CourseSite) -> list[Route]:
    """Return the routes of the page and of its forms."""
    organiser = course.organiser

    def show(request: Request, more: dict[str, Any]) -> Response:
        people = organiser.people()
        values: dict[str, Any] = {
            "problem": "",
            "people": people,
            "people_problem": organiser.members.problem,
            "teams": _teams(people),
            "season": organiser.season(),
            "invitations": (),
            "csv": "",
            "address": course.address(request),
        }
        return render("course/organiser/people.html", here=ORGANISER, tab="people", **{**values, **more})

    def invite(_request: Request, form: Form) -> dict[str, Any]:
        id_ = form.fields.get("id", "")
        return _told(organiser.invite([id_] if id_ else []), "Everybody has a token already.")

    def invite_teams(_request: Request, _form: Form) -> dict[str, Any]:
        return _told(organiser.invite_teams(), "All teams have a token of their own already.")

    def revoke(_request: Request, form: Form) -> None:
        organiser.revoke([form.fields.get("id", "")])

    def extend(_request: Request, form: Form) -> None:
        organiser.extend(form.fields.get("team", ""), _moment(form.fields.get("until", "")))

    actions = {"invite": invite, "invite-teams": invite_teams, "revoke": revoke, "extend": extend}
    return organiser_routes(course, PATH, show, actions)


def _teams(people: Sequence[PersonView]) -> dict[str, str]:
    """Return the names of teams, and of people alone, by their keys."""
    return {one.key: one.team or f"{one.name} ({one.id})" for one in people}


def _told(found: Sequence[Invitation], otherwise: str) -> dict[str, Any]:
    """Return new tokens for the page, which shows them this once; or a reason why there are none."""
    if not found:
        raise CourseError(otherwise.rstrip("."))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([COLUMNS, *(one.row for one in found)])
    return {"invitations": found, "csv": text.getvalue()}


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise CourseError(f"{quoted(text)} is no time; expected one such as 2026-05-31 18:00") from None
