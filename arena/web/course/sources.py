"""The files of hand-ins: one's own, those of others as the course's settings say, and all of them for the organiser."""

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from arena.course.hand_ins.sources import may_read
from arena.course.handin import HandIn, name_of
from arena.entrants.bundle import BundledFile
from arena.web.course.course_site import CourseSite
from arena.web.course.gate import SIGN_IN, Visitor
from arena.web.course.mine import PATH as MINE
from arena.web.templating import render

PATH = "/sources"
MAX_SHOWN = 200_000  # letters of a file


class ShownFile(Struct, frozen=True):
    """A file as the page shows it; without a text if it is none."""

    path: str
    size: int  # bytes
    text: str
    is_cut: bool


def routes(course: CourseSite) -> list[Route]:
    """Return the routes of the list and of a hand-in's files."""

    def index(_request: Request, visitor: Visitor) -> Response:
        if not _is_known(visitor):
            return RedirectResponse(SIGN_IN, 303)
        found = [(one, _name(course, one)) for one in _readable(course, visitor)]
        return render(
            "course/sources.html", here=MINE, visitor=visitor, found=found, setting=course.intake.course.sources
        )

    def show(request: Request, visitor: Visitor) -> Response:
        if not _is_known(visitor):
            return RedirectResponse(SIGN_IN, 303)
        number = request.path_params["number"]
        for one in _readable(course, visitor):
            if str(one.number) == number:
                files = [_shown(file) for file in course.intake.register.bundle_of(one).files]
                return render("course/source.html", here=MINE, name=_name(course, one), files=files)
        raise HTTPException(404)

    gate = course.gate
    return [Route(PATH, gate.page(index)), Route(f"{PATH}/{{number}}", gate.page(show))]


def _is_known(visitor: Visitor) -> bool:
    return visitor.is_organiser or visitor.person is not None


def _readable(course: CourseSite, visitor: Visitor) -> list[HandIn]:
    """Return the hand-ins whose files a visitor may read, the latest first; those of the forgotten have none."""
    register, setting = course.intake.register, course.intake.course.sources
    finished = register.finished()
    return [
        one
        for one in register.hand_ins()
        if one.digest and (visitor.is_organiser or may_read(setting, one, visitor.who.key, finished))
    ]


def _name(course: CourseSite, one: HandIn) -> str:
    return name_of(one, course.intake.members.label(one.team))


def _shown(file: BundledFile) -> ShownFile:
    try:
        text = file.content.decode()
    except UnicodeDecodeError:
        text = ""
    if "\0" in text:
        text = ""
    return ShownFile(file.path, len(file.content), text[:MAX_SHOWN], len(text) > MAX_SHOWN)
