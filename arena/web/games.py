"""The page of a game: its board after any ply, its moves with what minds thought of them, and its PGN."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from arena.errors import StoreError
from arena.report.words import explain
from arena.web.curve import curve
from arena.web.looks import page
from arena.web.notation import notes, paired
from arena.web.shelf import Shelf
from arena.web.views import number, steps_of, svg, view, world_after
from world.errors import WorldError
from world.record import Record
from world.registry import find


class Games:
    """The pages, and the shelf they read."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def routes(self) -> list[Route]:
        """Where they are."""
        game = "/results/{name}/games/{game}"
        return [Route(f"{game}.pgn", self.text), Route(f"{game}/image.svg", self.image), Route(game, self.game)]

    def game(self, request: Request) -> Response:
        """The board after a ply, and all moves."""
        record, last = self._record(request), 0
        last = len(record.plies)
        ply, seat = number(request, "ply", last, last), number(request, "seat", len(record.minds) - 1, 0)
        try:
            told = notes(record)
            state = world_after(record.world, record.start, record.seed, steps_of(record.plies[:ply])).getstate()
        except WorldError:
            raise HTTPException(409) from None
        return page(
            "game.html",
            here="results",
            name=request.path_params["name"],
            record=record,
            colours=find(record.world).colours,
            notes=told,
            rows=paired(told, len(record.minds)),
            curve=curve(told, len(record.minds)),
            faults=list(explain(record)),
            ply=ply,
            last=last,
            seat=seat,
            state=state,
        )

    def image(self, request: Request) -> Response:
        """The board after a ply, from a seat's side; of a game that is over it never changes."""
        record = self._record(request)
        ply = number(request, "ply", len(record.plies), len(record.plies))
        seat = number(request, "seat", len(record.minds) - 1, 0)
        try:
            return svg(view(record.world, record.start, record.seed, steps_of(record.plies[:ply]), seat), lasts=True)
        except WorldError:
            raise HTTPException(409) from None

    def text(self, request: Request) -> Response:
        """The game as people read it: chess as PGN."""
        record = self._record(request)
        return PlainTextResponse(find(record.world).getrecord(record))

    def _record(self, request: Request) -> Record:
        try:
            record = self.shelf.record(request.path_params["name"], request.path_params["game"])
        except StoreError:
            raise HTTPException(409) from None
        if record is None:
            raise HTTPException(404)
        return record
