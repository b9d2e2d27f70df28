"""The gate of the course's pages: who a request is from, and whether it was meant.

People sign in with their token, for which the browser gets the secret of a session; or a proxy that is trusted says who
they are. A form is taken only from a page of this server, as the browser says in the header Origin.
"""

from collections.abc import Awaitable, Callable
from http.cookies import CookieError, SimpleCookie
from typing import Literal
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from arena.course.hand_ins.intake import Intake
from arena.course.participants.sessions import LIFETIME, Sessions
from arena.course.people import Person
from arena.course.register import ORGANISER
from arena.web.course.multipart import Form, read_form
from arena.web.course.proxy import REMOTE_USER
from arena.web.templating import render
from world.server import Access, Forbidden, RateLimit, RequestError, TooLarge, TooManyRequests, address_of
from world.tokens import hashed

COOKIE = "arena_session"
SIGN_IN = "/sign-in"
GUESSES = (60.0, 1.0)  # tokens that an address may try: at once, and then a second
FORM_BYTES = 16 << 10
DRAINED = 64 << 20  # bytes of a body that is too long but read to its end, so that the browser shows the answer
Role = Literal["anyone", "person", "organiser"]


class Visitor(Struct, frozen=True):
    """The sender of a request: a person, the organiser, or neither."""

    person: Person | None = None
    is_organiser: bool = False
    is_by_proxy: bool = False

    def may(self, role: Role) -> bool:
        """Return True for someone of this role."""
        return role == "anyone" or (self.is_organiser if role == "organiser" else self.person is not None)

    @property
    def who(self) -> Person:
        """The person, on pages that are for people alone."""
        assert self.person is not None
        return self.person


Page = Callable[[Request, Visitor], Response]
Act = Callable[[Request, Visitor, Form], Response]


class Gate:
    """Knows visitors, and lets nobody pass who may not."""

    def __init__(self, intake: Intake, sessions: Sessions, access: Access) -> None:
        self.intake, self.sessions, self.access = intake, sessions, access
        self.guesses = RateLimit(*GUESSES)

    def visitor(self, request: Request) -> Visitor:
        """Return who a request is from. The organiser's session comes before what the proxy says, which has none."""
        secret = secret_of(request)
        holder = self.sessions.holder_of(secret) if secret else None
        if holder == ORGANISER:
            return Visitor(is_organiser=True)
        user = request.scope.get(REMOTE_USER, "")
        if user in self.intake.people:
            return Visitor(self.intake.people[user], is_by_proxy=True)
        return Visitor(self.intake.members.holder(holder or ""))

    def sign_in(self, request: Request, token: str) -> str | None:
        """Return the secret of a new session; None if the token is void.

        Void tokens count against the address; a whole class may share it, and signs in whatever others try.
        """
        is_void = self.intake.register.holder_of(token) is None
        wait = self.guesses.take(address_of(request) if is_void else hashed(token))
        if wait:
            raise TooManyRequests("too many tokens were tried from your address", None, f"a pause of {wait:.1f} s")
        return self.sessions.begin(token)

    def page(self, show: Page, role: Role = "anyone") -> Callable[[Request], Response]:
        """Return the handler of a page for people of a role."""

        def answer(request: Request) -> Response:
            visitor = self.visitor(request)
            if not visitor.may(role):
                return self._turned_away(visitor, role)
            return _unkept(show(request, visitor))

        return answer

    def form(
        self, act: Act, role: Role = "anyone", most: Callable[[], int] = lambda: FORM_BYTES
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return the handler of a form, of at most so many bytes, for people of a role."""

        async def answer(request: Request) -> Response:
            try:
                check_origin(request)
                visitor = await run_in_threadpool(self.visitor, request)
                if not visitor.may(role):
                    return self._turned_away(visitor, role)
                form = await self._read(request, await run_in_threadpool(most))
                return _unkept(await run_in_threadpool(act, request, visitor, form))
            except ClientDisconnect:
                return Response(status_code=400)  # the client is gone
            except RequestError as problem:
                return _refused(problem, request)

        return answer

    async def _read(self, request: Request, most: int) -> Form:
        length = length_of(request)
        if length is not None and length > most:
            raise TooLarge("what you sent is too long", f"{length} bytes", f"at most {most} bytes")
        body = await self.access.body(request, most)
        return await run_in_threadpool(read_form, request.headers.get("content-type", ""), body)

    def _turned_away(self, visitor: Visitor, role: Role) -> Response:
        if visitor.person is None and not visitor.is_organiser:
            return RedirectResponse(SIGN_IN, 303)
        note = "This page is for the organiser." if role == "organiser" else "This page is for participants."
        return _unkept(render("course/note.html", 403, title="Not for you", note=note))


def check_origin(request: Request) -> None:
    """Raise Forbidden unless the browser says that a page of this server has sent the form."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    if site not in (None, "same-origin"):
        raise Forbidden("forms of other sites are not taken", site, "a form of this server")
    if origin is None and site is None:
        raise Forbidden("this form does not say where it is from", None, "the header Origin, which browsers send")
    if origin is not None and _place(origin) != request.headers.get("host"):
        raise Forbidden("forms of other sites are not taken", origin, "a form of this server")


def _place(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def cookie_of(request: Request) -> str:
    """Return the name of the cookie: by HTTPS one that browsers take from this server alone, and from no neighbour."""
    return f"__Host-{COOKIE}" if request.url.scheme == "https" else COOKIE


def secret_of(request: Request) -> str:
    """Return the secret of the session that a request belongs to; "" if it has none."""
    try:
        cookie = SimpleCookie(request.headers.get("cookie", "")[:4096]).get(cookie_of(request))
    except CookieError:
        return ""
    return cookie.value if cookie is not None else ""


def remember(response: Response, secret: str, request: Request) -> None:
    """Have the browser keep the secret of a session, or forget it if it is empty."""
    response.set_cookie(
        cookie_of(request),
        secret,
        max_age=int(LIFETIME) if secret else 0,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


def _unkept(response: Response) -> Response:
    """Return an answer that no cache keeps: it is for one person."""
    response.headers["Cache-Control"] = "no-store"
    return response


def length_of(request: Request) -> int | None:
    """Return the length of a body as the request says it; None if it does not."""
    length = request.headers.get("content-length", "")
    return int(length[:20]) if length.isascii() and length.isdigit() else None


def _refused(problem: RequestError, request: Request) -> Response:
    expected = f" Expected {problem.expected}." if problem.expected else ""
    note = f"{problem.error[:1].upper()}{problem.error[1:]}.{expected}"
    response = _unkept(render("course/note.html", problem.status, title="Not possible", note=note))
    if problem.status == 429:
        response.headers["Retry-After"] = "1"
    length = length_of(request)
    if problem.status == 413 and (length is None or length > DRAINED):
        response.headers["Connection"] = "close"  # else the server would go on reading what comes
    return response
