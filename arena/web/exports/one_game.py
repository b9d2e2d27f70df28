"""One game: its record as JSON, its moves as JSON and CSV. The page of a game has it as PGN too."""

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from arena.errors import StoreError
from arena.store import tables
from arena.web.exports.answers import CSV, TEXT, file_response, json_answer, tournament_of
from arena.web.exports.games import move_rows
from arena.web.exports.rows import csv_lines, json_page, page_type
from arena.web.folders import Folders
from world.errors import WorldError
from world.record import Record
from world.registry import find
from world.server import Conflict, Endpoint, NotFound, Server

GAME = "/results/{name}/games/{game}"


def endpoints(folders: Folders) -> list[Endpoint]:
    """Return the endpoints of a game."""

    async def record_of(request: Request) -> Record:
        await tournament_of(folders, request)
        names = request.path_params
        try:
            found = await run_in_threadpool(folders.record, names["name"], names["game"])
        except StoreError:
            raise Conflict("this game cannot be read", names["game"]) from None
        if found is None:
            raise NotFound("no such game", names["game"])
        return found

    async def get(_server: Server, request: Request) -> Response:
        found = await record_of(request)
        return json_answer(msgspec.structs.replace(found, memories=()))  # which belong to the minds

    async def moves(request: Request) -> list[dict[str, Any]]:
        game = (await record_of(request)).name
        return await run_in_threadpool(move_rows, await tournament_of(folders, request), game)

    async def moves_json(_server: Server, request: Request) -> Response:
        rows = await moves(request)
        return json_answer(json_page(rows, 1, 1, 1, 1))

    async def moves_csv(_server: Server, request: Request) -> Response:
        columns = [column.name for column in tables.find("moves").columns]
        rows = await moves(request)
        lines = csv_lines(columns, (list(row.values()) for row in rows))
        return file_response(request, "moves.csv", CSV, len(rows), lines)

    async def pgn(_server: Server, request: Request) -> Response:
        found = await record_of(request)
        try:
            text = await run_in_threadpool(find(found.world).getrecord, found)
        except WorldError:
            raise Conflict("this game cannot be shown", found.name) from None
        return Response(text, media_type=TEXT)

    def endpoint(name: str, path: str, handler: Callable[..., Any], about: str, returns: Any) -> Endpoint:
        return Endpoint("GET", f"{GAME}{path}", handler, summary=about, returns=returns, errors=(409, 503), name=name)

    return [
        endpoint("get_game", ".json", get, "Show the record of a game.", Record),
        endpoint("get_game_pgn", ".pgn", pgn, "Show a game as text, in chess as PGN.", TEXT),
        endpoint("get_game_moves", "/moves.json", moves_json, "List the moves of a game.", page_type("moves")),
        endpoint("download_game_moves", "/moves.csv", moves_csv, "Download the moves of a game.", CSV),
    ]
