"""The page that compares two versions of one's own team: "v7 against v6: +34 ± 21"."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.course.comparing import compare
from arena.errors import CourseError
from arena.web.course.course_site import CourseSite
from arena.web.course.gate import Visitor
from arena.web.course.mine import PATH as MINE
from arena.web.course.own import own_hand_ins
from arena.web.templating import render

PATH = f"{MINE}/hand-ins/{{number}}/against/{{other}}"


def routes(course: CourseSite) -> list[Route]:
    """Return the route of the page."""

    def show(request: Request, visitor: Visitor) -> Response:
        own = {str(one.hand_in.number): one for one in own_hand_ins(course, visitor.who.key)}
        newer, older = (own.get(request.path_params[name]) for name in ("number", "other"))
        if newer is None or older is None or newer is older:
            raise HTTPException(404)
        try:
            found, problem = compare(course.site.folders.data, newer.name, older.name), ""
        except CourseError as reason:
            found, problem = None, str(reason)
        return render("course/comparison.html", here=MINE, newer=newer, older=older, found=found, problem=problem)

    return [Route(PATH, course.gate.page(show, "person"))]
