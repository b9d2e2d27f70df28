"""The page of one hand-in: the words of its check and, once it plays, its rating by time and the games it lost."""

import re
from datetime import UTC, datetime
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from arena.course.practice import MAX_PAIRS, ask, practices
from arena.errors import CourseError, StoreError
from arena.web.course.course_site import CourseSite
from arena.web.course.gate import Visitor
from arena.web.course.mine import PATH as MINE
from arena.web.course.multipart import Form
from arena.web.course.own import OwnHandIn, own_hand_in, own_hand_ins
from arena.web.course.rungs import climb, ladder_of, rows_of, rungs
from arena.web.curves import make_curve
from arena.web.results.entrants import entrant
from arena.web.results.filter import GameFilter
from arena.web.results.games import rows
from arena.web.results.head import head
from arena.web.templating import render

PATH = f"{MINE}/hand-ins/{{number}}"
MOST_GAMES = 12  # that were lost, in the list


def routes(course: CourseSite) -> list[Route]:
    """Return the routes of the page and of its forms."""

    def show(request: Request, visitor: Visitor) -> Response:
        return _page(course, own_hand_in(course, visitor.who, request))

    def nominate(request: Request, visitor: Visitor, _form: Form) -> Response:
        one = own_hand_in(course, visitor.who, request)
        try:
            course.intake.register.nominate(one.hand_in.number)
        except CourseError as problem:
            return _page(course, one, str(problem))
        return RedirectResponse(request.url.path.removesuffix("/nominate"), 303)

    def practise(request: Request, visitor: Visitor, form: Form) -> Response:
        one, fields, register = own_hand_in(course, visitor.who, request), form.fields, course.intake.register
        pairs = int(fields["pairs"]) if re.fullmatch("[0-9]{1,4}", fields.get("pairs", "")) else 0
        try:
            folder, baseline = course.site.folders.data, fields.get("baseline", "")
            ask(register, folder, visitor.who.key, baseline, pairs, datetime.now(UTC))
        except CourseError as problem:
            return _page(course, one, str(problem))
        course.intake.tell()
        return RedirectResponse(request.url.path.removesuffix("/practice"), 303)

    return [
        Route(PATH, course.gate.page(show, "person")),
        Route(f"{PATH}/nominate", course.gate.form(nominate, "person"), methods=["POST"]),
        Route(f"{PATH}/practice", course.gate.form(practise, "person"), methods=["POST"]),
    ]


def _page(course: CourseSite, one: OwnHandIn, problem: str = "") -> Response:
    values = figures(course, one)
    return render(
        "course/hand_in.html",
        409 if problem else 200,
        here=MINE,
        prefix=MINE,
        one=one,
        problem=problem,
        is_paused=course.notices.is_paused,
        waits=one.waits,
        practices=practices(course.intake.register, one.hand_in.number),
        most_pairs=MAX_PAIRS,
        earlier=_earlier(course, one),
        **values,
    )


def _earlier(course: CourseSite, one: OwnHandIn) -> list[OwnHandIn]:
    """Return the accepted versions of the same team before this one, the latest first."""
    own = own_hand_ins(course, one.hand_in.team)
    return [other for other in own if other.hand_in.state == "accepted" and other.hand_in.number < one.hand_in.number]


def figures(course: CourseSite, one: OwnHandIn) -> dict[str, Any]:
    """Return what the ladder knows of a version, if anything."""
    usual: dict[str, Any] = {"row": None, "curve": None, "lost": [], "faults": [], "rung": None, "head": None}
    try:
        return {**usual, **_figures(course, one)}
    except StoreError:
        return usual


def _figures(course: CourseSite, one: OwnHandIn) -> dict[str, Any]:
    """Return what the ladder knows of a version; nothing before it plays."""
    tournament = ladder_of(course.site.folders)
    if tournament is None or tournament.index.number(one.name) is None:
        return {}
    found, row = entrant(tournament, one.name), rows_of(tournament).get(one.name)
    if found is None:
        raise HTTPException(404)
    ladder = rungs(tournament)
    return {
        "row": row,
        "baselines": [rung.entrant.name for rung in ladder.rungs if rung.is_baseline],
        "rung": ladder.of(one.name),
        "standing": found.entrant.standing,
        "tally": found.entrant.tally,
        "curve": None if row is None else make_curve(climb(tournament, one.name), row, tournament.is_solo),
        "lost": rows(tournament, GameFilter(mind=one.name, result="lost", order="newest"), MOST_GAMES),
        "opponents": found.opponents,
        "faults": found.faults,
        "head": head(tournament),
    }
