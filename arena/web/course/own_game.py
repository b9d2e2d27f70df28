"""A game of one's own mind: the page of the game with the faults, log and traceback of the own mind alone."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arena.course.people import Person
from arena.errors import StoreError
from arena.web.course.course_site import CourseSite
from arena.web.course.gate import Visitor
from arena.web.course.mine import PATH as MINE
from arena.web.pages.games import show_game, verdicts_on
from arena.web.privacy import public
from arena.web.results.tournament import Tournament
from world.record import Record
from world.server import QuotedRoute

PATH = f"{MINE}/results/{{name}}/games/{{game}}"


def routes(course: CourseSite) -> list[QuotedRoute]:
    """Return the route of the page."""

    def show(request: Request, visitor: Visitor) -> Response:
        record, own = _own(course, visitor.who, request)
        return show_game(request, public(record, own), verdicts_on(course.site, request))

    return [QuotedRoute(PATH, course.gate.page(show, "person"))]


def _own(course: CourseSite, person: Person, request: Request) -> tuple[Record, list[int]]:
    """Return the game that a request's path names, and the seats of the team's minds; 404 if it has none."""
    name, game = request.path_params["name"], request.path_params["game"]
    try:
        tournament = course.site.folders.tournament(name)
        record = course.site.folders.whole_record(name, game)
    except StoreError:
        raise HTTPException(409) from None
    if tournament is None or record is None:
        raise HTTPException(404)
    own = _own_names(course, person, tournament)
    seats = [seat for seat, mind in enumerate(record.minds) if mind in own]
    if not seats:
        raise HTTPException(404)
    return record, seats


def _own_names(course: CourseSite, person: Person, tournament: Tournament) -> set[str]:
    """Return the names of the team's versions, which are known by their hand-ins, because names may change."""
    own = {one.number for one in course.intake.register.hand_ins(person.key)}
    return {one.name for one in tournament.minds if one.hand_in in own}
