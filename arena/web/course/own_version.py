"""The page of one hand-in: the words of its check and, once it plays, its rating by time and the games it lost."""

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from arena.course.ladder.files import lost_files
from arena.errors import CourseError, StoreError
from arena.web.course.course_site import CourseSite
from arena.web.course.gate import Visitor
from arena.web.course.mine import PATH as MINE
from arena.web.course.multipart import Form
from arena.web.course.own import OwnHandIn, own_hand_in
from arena.web.course.rungs import climb, ladder_of, rows_of, rungs
from arena.web.curves import make_curve
from arena.web.results import games
from arena.web.results.counts import Tally
from arena.web.results.entrants import opponents
from arena.web.results.faults import faults
from arena.web.results.filter import GameFilter
from arena.web.results.head import head
from arena.web.results.standings import ranking, tallies
from arena.web.templating import render

PATH = f"{MINE}/hand-ins/{{number}}"
MOST_GAMES = 12  # that were lost, in the list


def routes(course: CourseSite) -> list[Route]:
    """Return the routes of the page and of its form."""

    def show(request: Request, visitor: Visitor) -> Response:
        return _page(course, own_hand_in(course, visitor.who, request))

    def nominate(request: Request, visitor: Visitor, _form: Form) -> Response:
        one = own_hand_in(course, visitor.who, request)
        try:
            course.intake.register.nominate(one.hand_in.number)
        except CourseError as problem:
            return _page(course, one, str(problem))
        return RedirectResponse(request.url.path.removesuffix("/nominate"), 303)

    return [
        Route(PATH, course.gate.page(show, "person")),
        Route(f"{PATH}/nominate", course.gate.form(nominate, "person"), methods=["POST"]),
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
        **values,
    )


def figures(course: CourseSite, one: OwnHandIn) -> dict[str, Any]:
    """Return what the ladder knows of a version, if anything."""
    usual: dict[str, Any] = {"row": None, "curve": None, "lost": [], "faults": [], "rung": None, "head": None}
    usual["is_lost"] = one.hand_in.number in lost_files(course.intake.register)
    try:
        return {**usual, **_figures(course, one)}
    except StoreError:
        return usual


def _figures(course: CourseSite, one: OwnHandIn) -> dict[str, Any]:
    """Return what the ladder knows of a version; nothing before it plays."""
    tournament, number = ladder_of(course.site.folders), one.hand_in.number
    if tournament is None:
        return {}
    place = next((place for place, mind in enumerate(tournament.minds, 1) if mind.hand_in == number), None)
    if place is None:
        return {}
    row = rows_of(tournament).get(number)
    return {
        "row": row,
        "rung": rungs(tournament).of(number),
        "standing": tournament.minds[place - 1].standing,
        "tally": tallies(tournament).get(one.name, Tally()),
        "curve": None if row is None else make_curve(climb(tournament, one.name), row, tournament.is_solo),
        "lost": games.rows(tournament, GameFilter(mind=one.name, result="lost", order="newest"), MOST_GAMES),
        "opponents": opponents(tournament, place, ranking(tournament)),
        "faults": faults(tournament, place),
        "head": head(tournament),
    }
