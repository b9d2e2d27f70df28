"""The pages on which people play: a form to begin a game, and the board. The world says which squares are an action."""

from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.web import strengths
from arena.web.boards import draw, query_number, steps_of, svg_response, world_after
from arena.web.moves import score_text
from arena.web.site import MenuItem, Site
from arena.web.templating import render, result_text
from world.errors import WorldError
from world.registry import find, names
from world.server import RequestError, Runs, ServedRun

MENU = MenuItem(3, "Play", "/play")
LEVELS = (  # label, and the opponent's budget for a move
    ("100 positions a move (weakest)", {"nodes": 100}),
    ("1,000 positions a move", {"nodes": 1_000}),
    ("10,000 positions a move", {"nodes": 10_000}),
    ("100,000 positions a move (strongest)", {"nodes": 100_000}),
    ("0.1 seconds a move", {"movetime": 0.1}),
    ("1 second a move", {"movetime": 1.0}),
)
DEFAULT_LEVEL = 1
DEFAULT_OPPONENT = "minimax"


def routes(site: Site) -> list[Route]:
    """Return the routes of the form, the board and their pictures."""
    page = PlayPage(site.runs)
    return [
        Route("/play", page.show_form),
        Route("/play/start.svg", page.start_image),
        Route("/play/{id}", page.show_run),
        Route("/play/{id}/view", page.view),
        Route("/play/{id}/image.svg", page.image),
    ]


class PlayPage:
    """The pages. They never see a token: the script sends it to the server's endpoints."""

    def __init__(self, runs: Runs) -> None:
        self.runs = runs

    def show_form(self, _request: Request) -> Response:
        """Return the form that begins a game."""
        worlds = [(name, find(name).colours[: find(name).seats]) for name in names()]
        levels = [(label, msgspec.json.encode(budget).decode()) for label, budget in LEVELS]
        return render(
            "new_game.html",
            here=MENU.path,
            worlds=worlds,
            minds=sorted(self.runs.minds, key=lambda mind: (strengths.place(mind.name), mind.name)),
            strength=strengths.words,
            about_strength=strengths.EXPLANATION,
            levels=levels,
            default_level=DEFAULT_LEVEL,
            default_opponent=DEFAULT_OPPONENT,
        )

    def start_image(self, request: Request) -> Response:
        """Return the first state of a world, from a seat's side."""
        world, seat = request.query_params.get("world", ""), query_number(request, "seat", 1, 0)
        try:
            return svg_response(draw(world, "", 0, (), seat))
        except WorldError:
            raise HTTPException(404) from None

    def show_run(self, request: Request) -> Response:
        """Return the page of a run: with a token one can play, without it watch."""
        served, seat = self._run(request), query_number(request, "seat", 1, 0)
        view = served.view
        return render(
            "play.html",
            here=MENU.path,
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
        """Return everything that the page shows, from a seat's side, as JSON."""
        served = self._run(request)
        seat = query_number(request, "seat", len(served.settings.names) - 1, 0)
        return Response(msgspec.json.encode(_view(served, seat)), media_type="application/json")

    def image(self, request: Request) -> Response:
        """Return the board after a ply, from a seat's side."""
        served = self._run(request)
        settings, steps = served.settings, steps_of(list(served.view.plies))
        ply = query_number(request, "ply", len(steps), len(steps))
        seat = query_number(request, "seat", len(settings.names) - 1, 0)
        try:
            return svg_response(draw(settings.world, settings.start, settings.seed, steps[:ply], seat))
        except WorldError:
            raise HTTPException(409) from None

    def _run(self, request: Request) -> ServedRun:
        try:
            return self.runs.find(request.path_params["id"])
        except RequestError as error:
            raise HTTPException(error.status) from None


def _view(served: ServedRun, seat: int) -> dict[str, Any]:
    """Return the run for the page's script: the moves in notation, and the squares of every legal action."""
    settings, details = served.settings, served.view.details()
    world = world_after(settings.world, settings.start, settings.seed, steps_of(served.view.plies[: details.plies]))
    ending = details.ending
    actions = [] if ending else world.actions()
    return {
        "ply": details.plies,
        "turn": details.turn,
        "text": world.gettext(),
        "moves": [{"seat": move.seat, "said": move.said, "note": score_text(move.thoughts)} for move in details.moves],
        "clocks": details.clocks,
        "actions": [{"action": action, "said": world.describe(action)} for action in actions],
        "grid": None if ending else world.getgrid(seat),
        "ending": result_text(ending.kind, ending.result) if ending else "",
        "reason": ending.reason if ending else "",
        "result": ending.result if ending else None,
    }
