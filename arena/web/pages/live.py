"""The live page: all games under way, kept up to date by one stream of events."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.web.boards import NO_THOUGHTS, draw, query_number, svg_response
from arena.web.live_games import UPDATE_INTERVAL, LiveGame
from arena.web.site import MenuItem, Site
from arena.web.templating import render
from world.errors import WorldError

MENU = MenuItem(2, "Live", "/live")
MAX_WATCHERS = 200
PING_INTERVAL = 15  # seconds
SEND_TIMEOUT = 20.0  # seconds


def routes(site: Site) -> list[Route]:
    """Return the routes of the page, its events and its pictures."""
    page = LivePage(site)
    return [
        Route("/live", page.show),
        Route("/live/events", page.events),
        Route("/live/image.svg", page.image),
    ]


class LivePage:
    """The page and its event stream."""

    def __init__(self, site: Site) -> None:
        self.live_games, self.runs = site.live_games, site.runs
        self.watchers = 0

    def show(self, _request: Request) -> Response:
        """Return the page with the games of this moment; a script updates it."""
        return render("live.html", here=MENU.path, games=list(self.live_games.now().values()))

    def image(self, request: Request) -> Response:
        """Return the board of a tournament's game after a ply."""
        game = self.live_games.bulletin(request.query_params.get("key", ""))
        if game is None:
            raise HTTPException(404)
        ply = query_number(request, "ply", len(game.actions), len(game.actions))
        steps = tuple((action, NO_THOUGHTS) for action in game.actions[:ply])
        try:
            return svg_response(draw(game.world, game.start, game.seed, steps))
        except WorldError:
            raise HTTPException(409) from None

    async def events(self, _request: Request) -> Response:
        """Return a stream with every game, and then each game that changes."""
        if self.watchers >= MAX_WATCHERS:
            raise HTTPException(503)
        return EventSourceResponse(
            self._events(),
            ping=PING_INTERVAL,
            ping_message_factory=lambda: ServerSentEvent(comment="keep-alive", sep="\n"),
            sep="\n",
            send_timeout=SEND_TIMEOUT,
        )

    async def _events(self) -> AsyncIterator[bytes]:
        shown: dict[str, LiveGame] = {}
        self.watchers += 1
        try:
            yield b"event: hello\ndata: {}\n\n"  # opens the stream even if no game is under way
            while not self.runs.closed:
                live = self.live_games
                games = live.games if live.is_fresh else await run_in_threadpool(live.now)
                for key, game in games.items():
                    if shown.get(key) != game:
                        yield b"event: game\ndata: " + msgspec.json.encode(game) + b"\n\n"
                for key in shown.keys() - games.keys():
                    yield b"event: gone\ndata: " + msgspec.json.encode(key) + b"\n\n"
                shown = games
                await asyncio.sleep(UPDATE_INTERVAL)
        finally:
            self.watchers -= 1
