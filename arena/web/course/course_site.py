"""The parts that the pages of a course share."""

from dataclasses import dataclass

from starlette.requests import Request

from arena.course.administration.organiser import Organiser
from arena.course.hand_ins.intake import Intake
from arena.course.notices import Notices
from arena.web.course.gate import Gate
from arena.web.site import Site
from arena.web.templating import origin_of


@dataclass(frozen=True)
class CourseSite:
    """The pages of the server, the hand-ins of the course, its notices, the organiser's powers, and the gate."""

    site: Site
    intake: Intake
    organiser: Organiser
    gate: Gate
    url: str = ""  # by which people reach the server, if it is known

    @property
    def notices(self) -> Notices:
        """The switch of a pause, and the announcement."""
        return self.organiser.notices

    def address(self, request: Request) -> str:
        """Return the address of the server, for commands that run as they are shown."""
        return self.url or origin_of(request)
