"""The pages on which people play: choose an opponent, then point at the board. Which action that is the world says."""

from typing import TYPE_CHECKING, Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.web.looks import in_words, page
from arena.web.views import number, steps_of, svg, view, world_after
from arena.why.page import score_text
from world.errors import WorldError
from world.registry import find, names
from world.server import RequestError

if TYPE_CHECKING:
    from world.server import Runs, ServedRun

LEVELS = (  # what an opponent may spend on a move, and in what words
    ("100 positions a move: sees little", {"nodes": 100}),
    ("1,000 positions a move", {"nodes": 1_000}),
    ("10,000 positions a move", {"nodes": 10_000}),
    ("100,000 positions a move: misses little", {"nodes": 100_000}),
    ("a tenth of a second a move", {"movetime": 0.1}),
    ("a second a move", {"movetime": 1.0}),
)
USUAL = 1
FIRST = "minimax"  # an opponent for a beginning


class Play:
    """The pages, and the runs in which is played. Tokens never come here: the script sends them to the server's API."""

    def __init__(self, runs: "Runs") -> None:
        self.runs = runs

    def routes(self) -> list[Route]:
        """Where they are."""
        return [
            Route("/play", self.choose),
            Route("/play/start.svg", self.start),
            Route("/play/{id}", self.play),
            Route("/play/{id}/view", self.view),
            Route("/play/{id}/image.svg", self.image),
        ]

    def choose(self, _request: Request) -> Response:
        """A form to begin with."""
        worlds = [(name, find(name).colours[: find(name).seats]) for name in names()]
        levels = [(words, msgspec.json.encode(budget).decode()) for words, budget in LEVELS]
        return page(
            "play.html",
            here="play",
            worlds=worlds,
            minds=self.runs.minds,
            levels=levels,
            usual=USUAL,
            first=FIRST,
        )

    def start(self, request: Request) -> Response:
        """Where runs of a world begin, from a seat's side."""
        try:
            return svg(view(request.query_params.get("world", ""), "", 0, (), number(request, "seat", 1, 0)))
        except WorldError:
            raise HTTPException(404) from None

    def play(self, request: Request) -> Response:
        """A run: to be played by who holds a token of it, and watched by everybody."""
        served, seat = self._run(request), number(request, "seat", 1, 0)
        view = served.view
        return page(
            "run.html",
            here="play",
            run=served.settings.id,
            world=served.settings.world,
            names=served.settings.names,
            colours=served.world.colours,
            plies=len(view.plies),
            state=view.state,
            seat=min(seat, len(served.settings.names) - 1),
            moves=[move.said for move in view.moves],
        )

    def view(self, request: Request) -> Response:
        """All that the page shows now, seen from a seat, as JSON."""
        served = self._run(request)
        seat = number(request, "seat", len(served.settings.names) - 1, 0)
        return Response(msgspec.json.encode(_shown(served, seat)), media_type="application/json")

    def image(self, request: Request) -> Response:
        """The board after a ply, from a seat's side."""
        served = self._run(request)
        steps = steps_of(list(served.view.plies))
        ply = number(request, "ply", len(steps), len(steps))
        seat = number(request, "seat", len(served.settings.names) - 1, 0)
        try:
            return svg(view(served.settings.world, served.settings.start, served.settings.seed, steps[:ply], seat))
        except WorldError:
            raise HTTPException(409) from None

    def _run(self, request: Request) -> "ServedRun":
        try:
            return self.runs.find(request.path_params["id"])
        except RequestError as error:
            raise HTTPException(error.status) from None


def _shown(served: "ServedRun", seat: int) -> dict[str, Any]:
    """The run as the page shows it: moves by their names, and for each action the fields that it takes."""
    settings, details = served.settings, served.view.details()
    world = world_after(settings.world, settings.start, settings.seed, steps_of(served.view.plies[: details.plies]))
    over = details.ending is not None
    actions = [] if over else world.actions()
    grid = None if over else world.getgrid(seat)
    return {
        "ply": details.plies,
        "turn": details.turn,
        "text": world.gettext(),
        "moves": [{"seat": move.seat, "said": move.said, "note": score_text(move.thoughts)} for move in details.moves],
        "clocks": details.clocks,
        "actions": [{"action": action, "said": world.describe(action)} for action in actions],
        "grid": grid,
        "ending": in_words(details.ending.kind, details.ending.result) if details.ending else "",
        "reason": details.ending.reason if details.ending else "",
        "result": details.ending.result if details.ending else None,
    }
