"""The page on which a team compares two of its versions, and asks for practice against a baseline."""

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from arena.course.ladder.comparing import Comparer, VersionComparison
from arena.course.ladder.practice import MAX_PAIRS, ask, baselines_of, practices
from arena.errors import CourseError
from arena.web.course.course_site import CourseSite
from arena.web.course.frame import sentence
from arena.web.course.gate import Visitor
from arena.web.course.mine import PATH as MINE
from arena.web.course.multipart import Form
from arena.web.course.own import OwnHandIn, own_hand_ins
from arena.web.templating import render

PATH = f"{MINE}/compare"


def routes(course: CourseSite) -> list[Route]:
    """Return the routes of the page and of its form."""
    comparer = Comparer(course.site.folders.data)

    def show(request: Request, visitor: Visitor) -> Response:
        return _page(course, comparer, request, visitor)

    def practise(request: Request, visitor: Visitor, form: Form) -> Response:
        pairs, folder = form.fields.get("pairs", ""), course.site.folders.data
        number = int(pairs) if pairs.isascii() and pairs.isdecimal() and len(pairs) < 5 else 0
        try:
            ask(course.intake.register, folder, visitor.who.key, form.fields.get("baseline", ""), number, _now())
        except CourseError as problem:
            return _page(course, comparer, request, visitor, sentence(problem))
        return RedirectResponse(PATH, 303)

    return [
        Route(PATH, course.gate.page(show, "person")),
        Route(PATH, course.gate.form(practise, "person"), methods=["POST"]),
    ]


def _now() -> datetime:
    return datetime.now(UTC)


def _page(course: CourseSite, comparer: Comparer, request: Request, visitor: Visitor, problem: str = "") -> Response:
    accepted = [one for one in own_hand_ins(course, visitor.who.key) if one.hand_in.state == "accepted"]
    newer, older = _chosen(accepted, request)
    comparison, note = _comparison(comparer, newer, older)
    try:
        baselines = baselines_of(course.site.folders.data)
    except CourseError:
        baselines = []
    return render(
        "course/compare.html",
        409 if problem else 200,
        here=MINE,
        accepted=accepted,
        newer=newer,
        older=older,
        comparison=comparison,
        note=note,
        baselines=baselines,
        practices=practices(course.intake.register, accepted[0].hand_in.number) if accepted else [],
        most=MAX_PAIRS,
        problem=problem,
    )


def _chosen(accepted: list[OwnHandIn], request: Request) -> tuple[OwnHandIn | None, OwnHandIn | None]:
    """Return the versions that the address names, else the latest two; nobody else's are among them."""
    known = {str(one.hand_in.number): one for one in accepted}
    usual = [*accepted[:2], None, None]
    return tuple(  # type: ignore[return-value]
        known.get(request.query_params.get(name, ""), usual[place]) for place, name in enumerate(("newer", "older"))
    )


def _comparison(
    comparer: Comparer, newer: OwnHandIn | None, older: OwnHandIn | None
) -> tuple[VersionComparison | None, str]:
    """Return the comparison, or why there is none."""
    if newer is None or older is None:
        return None, "There is nothing to compare before two of your versions were accepted."
    if newer == older:
        return None, "Choose two different versions."
    try:
        return comparer.compare(newer.hand_in, older.hand_in), ""
    except CourseError as problem:
        return None, sentence(problem)
