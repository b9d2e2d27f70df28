"""A course as the server has it: its hand-ins, sessions and pages, and the proxy that is trusted."""

from collections.abc import Sequence
from pathlib import Path

from starlette.middleware import Middleware
from starlette.routing import Route

from arena.course.administration.organiser import Organiser
from arena.course.hand_ins.intake import Intake
from arena.course.participants.sessions import Sessions
from arena.web import course
from arena.web.course.course_site import CourseSite
from arena.web.course.frame import FrameMiddleware
from arena.web.course.gate import Gate
from arena.web.course.proxy import TrustedProxy
from arena.web.site import Site
from arena.web.templating import Frame
from world.server import Access


class ServedCourse:
    """The course in a folder; `proxy` is the address of a proxy that is trusted, `url` how people reach the server."""

    def __init__(self, folder: Path, intake: Intake, proxy: str = "", url: str = "") -> None:
        self.intake, self.proxy, self.url = intake, proxy, url
        self.organiser = Organiser(folder, intake.tell)
        self.sessions, self.menu = Sessions(folder, intake.register), tuple(course.menu())

    def close(self) -> None:
        """Close the files."""
        self.sessions.close()
        self.organiser.close()

    def routes(self, site: Site) -> Sequence[Route]:
        """Return the routes of the course's pages."""
        gate = Gate(self.intake, self.sessions, Access(site.runs.bounds))
        return course.routes(CourseSite(site, self.intake, self.organiser, gate, self.url))

    def middleware(self) -> Sequence[Middleware]:
        """Return what surrounds the pages: the proxy's headers are read first, or dropped."""
        return [Middleware(TrustedProxy, address=self.proxy), Middleware(FrameMiddleware, make=self._frame)]

    def _frame(self) -> Frame:
        announcement = self.organiser.announcement
        return Frame(self.menu, self.intake.course.name, announcement.text if announcement else "")
