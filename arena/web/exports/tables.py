"""The tables that are computed: standings, entrants, openings, accuracy and others; the crosstable; the faults."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from arena.store import tables
from arena.store.store import open_store
from arena.store.tables.faults import FAULTS
from arena.web.exports.answers import CSV, computed, file_response, json_answer, tournament_of
from arena.web.exports.rows import csv_lines, json_page, page_type, typed
from arena.web.folders import Folders
from arena.web.privacy import public_fault
from arena.web.results.crosstable import cells, sums
from arena.web.results.frames import FRAMES
from arena.web.results.standings import ranking, tallies
from arena.web.results.tournament import Tournament
from world.server import Endpoint, Server, page_of, paging

SIZE, MAX_SIZE, MAX_FAULTS = 100, 1000, 100
AT_ONCE = 100  # faults read at once, whose texts may be long


class CrosstableRow(Struct, frozen=True):
    """The mean scores of a mind against the minds of the page, and the games between them; null if there are none."""

    mind: str
    scores: tuple[float | None, ...]
    games: tuple[int, ...]


class CrosstablePage(Struct, frozen=True):
    """Some rows of the crosstable; its columns are all minds, in the order of the standings."""

    minds: tuple[str, ...]
    rows: tuple[CrosstableRow, ...]
    total: int
    page: int
    pages: int
    games: int


def endpoints(folders: Folders) -> list[Endpoint]:
    """Return two endpoints for each table: JSON, page by page, and CSV."""

    async def table_json(_server: Server, request: Request, name: str) -> Response:
        page, size = page_of(request, SIZE, MAX_SIZE)
        found = await computed(await tournament_of(folders, request), FRAMES[name])
        frame, first = found.value, (page - 1) * size
        rows = [dict(zip(frame.columns, row, strict=True)) for row in frame.rows[first : first + size]]
        return json_answer(json_page(rows, len(frame.rows), page, size, found.games))

    async def table_csv(_server: Server, request: Request, name: str) -> Response:
        found = await computed(await tournament_of(folders, request), FRAMES[name])
        return file_response(request, f"{name}.csv", CSV, found.stamp, csv_lines(found.value.columns, found.value.rows))

    async def crosstable_json(_server: Server, request: Request) -> Response:
        page, size = page_of(request, SIZE, MAX_SIZE)
        tournament = await tournament_of(folders, request)
        return json_answer(await run_in_threadpool(_crosstable_page, tournament, page, size))

    async def crosstable_csv(_server: Server, request: Request) -> Response:
        tournament = await tournament_of(folders, request)
        mark = (tournament.stamp, tournament.computed.keys())
        return file_response(request, "crosstable.csv", CSV, mark, _crosstable_csv(tournament))

    async def faults_json(_server: Server, request: Request) -> Response:
        page, size = page_of(request, SIZE, MAX_FAULTS)
        tournament = await tournament_of(folders, request)
        return json_answer(await run_in_threadpool(_faults_page, tournament, page, size))

    async def faults_csv(_server: Server, request: Request) -> Response:
        tournament = await tournament_of(folders, request)
        columns = [column.name for column in tables.find("faults").columns]
        lines = csv_lines(columns, (list(row.values()) for row in _all_faults(tournament)))
        return file_response(request, "faults.csv", CSV, tournament.stamp, lines)

    found = [("crosstable", crosstable_json, crosstable_csv), ("faults", faults_json, faults_csv)]
    found += [(name, partial(table_json, name=name), partial(table_csv, name=name)) for name in FRAMES]
    return [endpoint for name, as_json, as_csv in found for endpoint in _both(name, as_json, as_csv)]


def _both(name: str, as_json: Any, as_csv: Any) -> Iterator[Endpoint]:
    returns = CrosstablePage if name == "crosstable" else page_type(name)
    most, words = MAX_FAULTS if name == "faults" else MAX_SIZE, name.replace("_", " ")
    for kind, handler, verb, result, parameters in (
        ("json", as_json, "get", returns, paging(SIZE, most)),
        ("csv", as_csv, "download", CSV, ()),
    ):
        yield Endpoint(
            "GET",
            f"/results/{{name}}/{name}.{kind}",
            handler,
            summary=f"{verb.title()} the {words}: a row for each {tables.find(name).row}.",
            returns=result,
            errors=(409, 422, 503) if kind == "json" else (409, 503),
            parameters=parameters,
            name=f"{verb}_{name}",
        )


def _crosstable_page(tournament: Tournament, page: int, size: int) -> CrosstablePage:
    minds, found = _met(tournament), sums(tournament)
    rows = []
    for mind in minds[(page - 1) * size :][:size]:
        own = list(cells(found, mind, minds))
        rows.append(CrosstableRow(mind, tuple(one.score for one in own), tuple(one.games for one in own)))
    pages = max(1, -(-len(minds) // size))
    return CrosstablePage(tuple(minds), tuple(rows), len(minds), page, pages, tournament.index.count)


def _crosstable_csv(tournament: Tournament) -> Iterator[str]:
    minds, found = _met(tournament), sums(tournament)
    return csv_lines(["mind", *minds], ([mind, *(one.score for one in cells(found, mind, minds))] for mind in minds))


def _met(tournament: Tournament) -> list[str]:
    """Return the minds that have met others, in the order of the standings."""
    counts = {} if tournament.is_solo else tallies(tournament)
    return [mind for mind in ranking(tournament) if mind in counts]


def _faults_page(tournament: Tournament, page: int, size: int) -> object:
    with open_store(tournament.folder, read_only=True, examine=tournament.examine) as store:
        (total,) = store.db.execute("SELECT count(*) FROM incidents").fetchone()
        rows = store.db.execute(f"{FAULTS} LIMIT ? OFFSET ?", (size, (page - 1) * size)).fetchall()
    return json_page([_fault(tournament, row) for row in rows], total, page, size, tournament.index.count)


def _all_faults(tournament: Tournament) -> Iterator[dict[str, Any]]:
    skipped = 0
    while True:
        with open_store(tournament.folder, read_only=True, examine=tournament.examine) as store:
            rows = store.db.execute(f"{FAULTS} LIMIT ? OFFSET ?", (AT_ONCE, skipped)).fetchall()
        yield from (_fault(tournament, row) for row in rows)
        skipped += len(rows)
        if len(rows) < AT_ONCE:
            return


def _fault(tournament: Tournament, row: Sequence[Any]) -> dict[str, Any]:
    found = typed("faults", row)
    return public_fault(found) if tournament.is_private else found
