"""The frame of every page of a course: its own menu, its name, and the announcement."""

from collections.abc import Callable
from time import monotonic

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.web.templating import FRAME, Frame

REUSE = 1.0  # seconds


class FrameMiddleware:
    """Sets the frame in which the pages of one request are shown; it is made anew at most once a second."""

    def __init__(self, app: ASGIApp, make: Callable[[], Frame]) -> None:
        self.app, self.make = app, make
        self.frame, self.made = Frame(), -REUSE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if monotonic() - self.made >= REUSE:
            self.made = monotonic()
            self.frame = await run_in_threadpool(self.make)  # reads a file that another thread may be writing
        before = FRAME.set(self.frame)
        try:
            await self.app(scope, receive, send)
        finally:
            FRAME.reset(before)
            if scope.get("method") == "POST":
                self.made = -REUSE  # it may have changed what is announced


def sentence(problem: object) -> str:
    """Return the message of an error as pages show it: with a capital letter and a full stop."""
    words = str(problem)
    return f"{words[:1].upper()}{words[1:]}."
