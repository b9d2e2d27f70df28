"""The parts that exports share: finding a tournament, waiting for a piece, and sending files in parts."""

import asyncio
import hashlib
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from starlette.concurrency import iterate_in_threadpool, run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from arena.errors import StoreError
from arena.web.folders import Folders, reason
from arena.web.results.calculator import Piece
from arena.web.results.filter import ORDERS, GameFilter, read_filter
from arena.web.results.tournament import Computed, Tournament
from world.server import Conflict, NotFound, Slots, Unavailable, Unprocessable, query

WAIT = 20.0  # seconds that a client waits for what is being computed
CHUNK = 64 * 1024  # letters sent at once
AT_ONCE, SHARE = 8, 0.5  # files that are being sent, and the part of them for one address
START = secrets.token_hex(4)  # of this server: another one may write files in another way
JSON, CSV, TOML, TEXT = "application/json", "text/csv", "application/toml", "text/plain"
CHOICES = {"colour": ["0", "1"], "result": ["won", "drawn", "lost", "decisive"], "order": list(ORDERS)}
FILTER = (
    query("mind", "string", "games of this mind"),
    query("opponent", "string", "games against this mind"),
    query("colour", "string", "seat of `mind`", enum=CHOICES["colour"]),
    query("result", "string", "`won` and `lost` need a `mind`", enum=CHOICES["result"]),
    query("opening", "string", "name of the opening"),
    query("ending", "string", "such as `checkmate` or `forfeit: crash`"),
    query("search", "string", "part of the name of a game, mind, opening or ending"),
    query("min_plies", "integer", "games of so many plies or more", minimum=0, maximum=10**9 - 1),
    query("max_plies", "integer", "games of so many plies or fewer", minimum=0, maximum=10**9 - 1),
    query("order", "string", "order of the games", enum=CHOICES["order"]),
)
Value = TypeVar("Value")
_slots = Slots(AT_ONCE, SHARE)


async def tournament_of(folders: Folders, request: Request) -> Tournament:
    """Return the tournament that a request's path names, with the games that came since."""
    name = request.path_params["name"]
    try:
        found = await run_in_threadpool(folders.tournament, name)
    except StoreError as problem:
        raise Conflict(reason(problem, name, folders.data), name) from None
    if found is None:
        raise NotFound("no such tournament", name)
    return found


async def computed(tournament: Tournament, piece: Piece[Value]) -> Computed[Value]:
    """Return a piece as it was computed last or, after the last game, from all games."""
    found = await run_in_threadpool(tournament.compute, piece, 0.0)
    is_last = found is not None and (tournament.is_fresh(found) or tournament.playing)
    if not is_last and not tournament.is_paused(piece):
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(tournament.order(piece))), WAIT)
        found = await run_in_threadpool(tournament.compute, piece, 0.0)
    if found is None:
        failure = tournament.failure(piece.name)
        raise Unavailable(failure or f"{piece.name} of {tournament.name} is being computed; try again in a while")
    return found


def filter_of(request: Request, order: str) -> GameFilter:
    """Return the filter of a request; raise Unprocessable if a part of it makes no sense."""
    given = request.query_params
    wanted = read_filter(given, order)
    for name, known in CHOICES.items():
        if given.get(name, "") not in ("", *known):
            raise Unprocessable(f"{name} is not valid", given[name], " or ".join(known))
    for name in ("min_plies", "max_plies"):
        if given.get(name) and getattr(wanted, name) is None:
            raise Unprocessable(f"{name} is not valid", given[name], "a whole number")
    return wanted


def json_answer(value: object) -> Response:
    """Return a value as JSON, which a client may keep until it changes."""
    return Response(msgspec.json.encode(value), media_type=JSON)


def file_response(request: Request, name: str, kind: str, mark: Any, lines: Iterable[str]) -> Response:
    """Return a file that is made while it is sent. It stays the same as long as its mark and its address do."""
    etag = _etag(request, mark)
    headers = {"ETag": etag, "Content-Disposition": f'attachment; filename="{name}"'}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if request.method == "HEAD":
        answer = Response(headers=headers, media_type=kind)
        del answer.headers["content-length"]  # which is known when the file is made
        return answer
    address = request.client.host if request.client else ""
    if not _slots.take(address=address):
        raise Unavailable("too many files are being sent; try again in a while")
    return _FileResponse(address, iterate_in_threadpool(_chunks(lines)), headers=headers, media_type=kind)


def _etag(request: Request, mark: Any) -> str:
    text = f"{START} {mark} {request.url.path} {request.url.query}"
    return f'W/"{hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=12).hexdigest()}"'


def _chunks(lines: Iterable[str]) -> Iterator[bytes]:
    parts, length = [], 0
    for line in lines:
        parts.append(line)
        length += len(line)
        if length >= CHUNK:
            yield "".join(parts).encode("utf-8", "replace")
            parts, length = [], 0
    yield "".join(parts).encode("utf-8", "replace")


class _FileResponse(StreamingResponse):
    """A file that frees its slot however its sending ends."""

    def __init__(self, address: str, *content: Any, **options: Any) -> None:
        self.address = address
        super().__init__(*content, **options)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            _slots.free(address=self.address)
