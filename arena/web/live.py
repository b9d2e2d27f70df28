"""The live page: all running games on one stream of events, those of tournaments on this machine among them."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.web.looks import page
from arena.web.scenes import OFTEN, Scene, Scenes
from arena.web.views import NOTHING, number, svg, view
from world.errors import WorldError

MOST_WATCHERS = 200
ALIVE = 15  # seconds between two signs of life
TO_BE_READ = 20.0  # seconds in which a watcher must take what is sent


class Live:
    """The page, its stream, and the pictures of what is not ours."""

    def __init__(self, scenes: Scenes) -> None:
        self.scenes, self.watchers = scenes, 0

    def routes(self) -> list[Route]:
        """Where they are."""
        return [
            Route("/live", self.live),
            Route("/live/events", self.events),
            Route("/live/image.svg", self.image),
        ]

    def live(self, _request: Request) -> Response:
        """What is played at this moment; a script keeps it up to date."""
        return page("live.html", here="live", scenes=list(self.scenes.now().values()))

    def image(self, request: Request) -> Response:
        """A tournament's game after a ply."""
        one = self.scenes.bulletin(request.query_params.get("key", ""))
        if one is None:
            raise HTTPException(404)
        ply = number(request, "ply", len(one.actions), len(one.actions))
        try:
            return svg(view(one.world, one.start, one.seed, tuple((action, NOTHING) for action in one.actions[:ply])))
        except WorldError:
            raise HTTPException(409) from None

    async def events(self, _request: Request) -> Response:
        """Every scene, and then each that changes."""
        if self.watchers >= MOST_WATCHERS:
            raise HTTPException(503)
        return EventSourceResponse(
            self._tell(),
            ping=ALIVE,
            ping_message_factory=lambda: ServerSentEvent(comment="keep-alive", sep="\n"),
            sep="\n",
            send_timeout=TO_BE_READ,
        )

    async def _tell(self) -> AsyncIterator[bytes]:
        shown: dict[str, Scene] = {}
        self.watchers += 1
        try:
            yield b"event: hello\ndata: {}\n\n"  # the stream is open, also if nothing is played
            while not (self.scenes.runs is not None and self.scenes.runs.closed):
                scenes = self.scenes.scenes if self.scenes.is_fresh else await run_in_threadpool(self.scenes.now)
                for key, scene in scenes.items():
                    if shown.get(key) != scene:
                        yield b"event: scene\ndata: " + msgspec.json.encode(scene) + b"\n\n"
                for key in shown.keys() - scenes.keys():
                    yield b"event: gone\ndata: " + msgspec.json.encode(key) + b"\n\n"
                shown = scenes
                await asyncio.sleep(OFTEN)
        finally:
            self.watchers -= 1
