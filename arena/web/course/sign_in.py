"""The page to sign in, with the token of an invitation, and to sign out."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from arena.web.course.course_site import CourseSite
from arena.web.course.gate import SIGN_IN, Visitor, remember, secret_of
from arena.web.course.multipart import Form
from arena.web.templating import render

SIGN_OUT = "/sign-out"
MAX_TOKEN = 200  # letters
VOID = "This token is void. Expected the one of your latest invitation, whole and without spaces."


def routes(course: CourseSite) -> list[Route]:
    """Return the routes of the page, and of both forms."""
    gate = course.gate

    def show(_request: Request, visitor: Visitor) -> Response:
        return _page(visitor)

    def sign_in(request: Request, visitor: Visitor, form: Form) -> Response:
        secret = gate.sign_in(request, form.fields.get("token", "").strip()[:MAX_TOKEN])
        if secret is None:
            return _page(visitor, VOID)
        gate.sessions.end(secret_of(request))
        response = RedirectResponse(SIGN_IN, 303)
        remember(response, secret, request)
        return response

    def sign_out(request: Request, _visitor: Visitor, _form: Form) -> Response:
        gate.sessions.end(secret_of(request))
        response = RedirectResponse(SIGN_IN, 303)
        remember(response, "", request)
        return response

    return [
        Route(SIGN_IN, gate.page(show)),
        Route(SIGN_IN, gate.form(sign_in), methods=["POST"]),
        Route(SIGN_OUT, gate.form(sign_out), methods=["POST"]),
    ]


def _page(visitor: Visitor, problem: str = "") -> Response:
    return render("course/sign_in.html", 403 if problem else 200, here=SIGN_IN, visitor=visitor, problem=problem)
