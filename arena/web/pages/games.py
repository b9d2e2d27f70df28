"""The page of a game: the board after any ply, the moves with comments, charts, and the PGN."""

from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.errors import StoreError
from arena.report.words import brief_cause, explain
from arena.web.boards import draw, query_number, steps_of, svg_response, world_after
from arena.web.charts import make_charts
from arena.web.moves import move_notes, move_rows
from arena.web.site import Site
from arena.web.templating import render
from arena.web.turning import loser_of, turning_points
from arena.web.verdicts import Verdicts
from world.errors import WorldError
from world.record import Record
from world.registry import find
from world.server import QuotedRoute


def routes(site: Site) -> list[Route]:
    """Return the routes of a game's page, and picture."""
    path = "/results/{name}/games/{game}"

    def on_record(answer: Callable[[Request, Record], Response]) -> Callable[[Request], Response]:
        return lambda request: answer(request, _record(site, request))

    def on_game(request: Request) -> Response:
        return show_game(request, _record(site, request), verdicts_on(site, request))

    return [
        QuotedRoute(f"{path}/image.svg", on_record(show_image)),
        QuotedRoute(path, on_game),
    ]


def show_game(request: Request, record: Record, verdicts: Verdicts) -> Response:
    """Return the page, with the board after ?ply=N from the side of ?seat=S."""
    last = len(record.plies)
    ply, seat = _ply_and_seat(request, record)
    try:
        notes = move_notes(record, verdicts)
        state = world_after(record.world, record.start, record.seed, steps_of(record.plies[:ply])).getstate()
    except WorldError:
        raise HTTPException(409) from None
    loser, fault = loser_of(record.ending.result), record.ending.fault
    return render(
        "game.html",
        here="/",
        name=request.path_params["name"],
        record=record,
        colours=find(record.world).colours,
        notes=notes,
        rows=move_rows(notes, len(record.minds)),
        charts=make_charts(notes, len(record.minds)),
        faults=list(explain(record)),
        cause="" if fault is None else brief_cause(fault.kind, fault.message, fault.traceback),
        loser=None if loser is None else record.minds[loser],
        turns=[] if loser is None else turning_points(notes, loser),
        ply=ply,
        last=last,
        seat=seat,
        state=state,
    )


def show_image(request: Request, record: Record) -> Response:
    """Return the board after ?ply=N from the side of ?seat=S. It never changes."""
    ply, seat = _ply_and_seat(request, record)
    try:
        svg = draw(record.world, record.start, record.seed, steps_of(record.plies[:ply]), seat)
    except WorldError:
        raise HTTPException(409) from None
    return svg_response(svg, is_final=True)


def _ply_and_seat(request: Request, record: Record) -> tuple[int, int]:
    last = len(record.plies)
    return query_number(request, "ply", last, last), query_number(request, "seat", len(record.minds) - 1, 0)


def _record(site: Site, request: Request) -> Record:
    try:
        record = site.folders.record(request.path_params["name"], request.path_params["game"])
    except StoreError:
        raise HTTPException(409) from None
    if record is None:
        raise HTTPException(404)
    return record


def verdicts_on(site: Site, request: Request) -> Verdicts:
    """Return the verdicts on the game that a request's path names."""
    try:
        return site.folders.verdicts(request.path_params["name"], request.path_params["game"])
    except StoreError:
        raise HTTPException(409) from None
