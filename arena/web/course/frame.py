"""The frame of every page of a course: its own menu, its name, and the announcement."""

from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from arena.web.templating import FRAME, Frame


class FrameMiddleware:
    """Sets the frame in which the pages of one request are shown."""

    def __init__(self, app: ASGIApp, frame: Callable[[], Frame]) -> None:
        self.app, self.frame = app, frame

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        before = FRAME.set(self.frame())
        try:
            await self.app(scope, receive, send)
        finally:
            FRAME.reset(before)
