"""The live page: all tournaments and games under way, kept up to date by one stream of events."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import msgspec
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.web.boards import NO_THOUGHTS, draw, query_number, svg_response
from arena.web.charts import HEIGHT, WIDTH
from arena.web.live_games import UPDATE_INTERVAL, LiveGame, Now
from arena.web.live_tournaments import LiveTournament
from arena.web.site import MenuItem, Site
from arena.web.templating import render
from world.errors import WorldError

MENU = MenuItem(2, "Live", "/live")
MAX_WATCHERS = 200
PING_INTERVAL = 15  # seconds
SEND_TIMEOUT = 20.0  # seconds
NOTHING = Now()


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
        self.site, self.runs = site, site.runs
        self.watchers = 0
        self.looking: asyncio.Task[Now] | None = None  # at what is under way, for all who wait
        self.latest = NOTHING, NOTHING, b""  # two moments, and what leads from one to the other

    def show(self, _request: Request) -> Response:
        """Return the page with the games of this moment; a script updates it."""
        return render(
            "live.html",
            here=MENU.path,
            now=self.site.live_games.now(),
            blank=LiveGame(),
            blank_tournament=LiveTournament(),
            width=WIDTH,
            height=HEIGHT,
            command=self.site.first_command,
        )

    def image(self, request: Request) -> Response:
        """Return the board of a tournament's game after a ply."""
        key, name = request.query_params.get("key", ""), request.query_params.get("game", "")
        game = self.site.live_games.game(key, name)
        if game is None:
            raise HTTPException(404)
        ply = query_number(request, "ply", len(game.plies), len(game.plies))
        steps = tuple((action, NO_THOUGHTS) for action in game.actions[:ply])
        try:
            return svg_response(draw(game.world, game.start, game.seed, steps))
        except WorldError:
            raise HTTPException(409) from None

    async def events(self, _request: Request) -> Response:
        """Return a stream with every tournament and game, and then each that changes."""
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
        self.watchers += 1
        try:
            shown, now = NOTHING, await self._now()
            yield _event("hello", {"tournaments": list(now.tournaments), "games": list(now.games)})
            while not self.runs.closed:
                if events := self._between(shown, now):
                    yield events
                await asyncio.sleep(UPDATE_INTERVAL)
                shown, now = now, await self._now()
        finally:
            self.watchers -= 1

    def _between(self, shown: Now, now: Now) -> bytes:
        """Return the events that lead from one moment to another, made once for all watchers who are at the first."""
        if self.latest[0] is not shown or self.latest[1] is not now:
            self.latest = shown, now, b"".join(changes(shown, now))
        return self.latest[2]

    async def _now(self) -> Now:
        live = self.site.live_games
        if live.is_fresh:
            return live.latest
        if self.looking is None or self.looking.done():
            self.looking = asyncio.ensure_future(run_in_threadpool(live.now))
        return await asyncio.shield(self.looking)


def changes(shown: Now, now: Now) -> Iterator[bytes]:
    """Yield the events that lead from one moment to another; a tournament comes before its games."""
    for kind, end, before, after in (
        ("tournament", "over", shown.tournaments, now.tournaments),
        ("game", "gone", shown.games, now.games),
    ):
        for key, value in after.items():
            if before.get(key) != value:
                yield _event(kind, value)
        for key in before.keys() - after.keys():
            yield _event(end, key)


def _event(kind: str, value: object) -> bytes:
    return f"event: {kind}\ndata: ".encode() + msgspec.json.encode(value) + b"\n\n"
