"""The games of a tournament, all or those of a filter: as JSON, CSV and PGN; and their moves."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from arena.report.cells import cell
from arena.report.games import COLUMNS as MOVE_COLUMNS
from arena.report.games import move_lines
from arena.store import tables
from arena.store.checksums import GameRows
from arena.store.store import open_store
from arena.store.tables.moves import ROWS as MOVES
from arena.web.exports.answers import CSV, FILTER, TEXT, file_response, filter_of, json_answer, tournament_of
from arena.web.exports.rows import csv_lines, json_page, page_type, typed
from arena.web.folders import Folders
from arena.web.privacy import public
from arena.web.results import games
from arena.web.results.filter import GameFilter
from arena.web.results.tournament import Tournament
from world.errors import WorldError, printable
from world.record import Record
from world.registry import find
from world.server import Endpoint, Server, page_of, paging

SIZE, MAX_SIZE = 100, 1000
MOVES_SIZE, MOVES_MAX_SIZE = 10, 100  # games whose moves are on a page
AT_ONCE = 100  # games read at once
IN_ORDER, PLAYED = "name", "oldest"  # orders of games and moves in the files, as in those of a report


def endpoints(folders: Folders) -> list[Endpoint]:
    """Return the endpoints of lists of games."""

    async def as_json(_server: Server, request: Request) -> Response:
        tournament, wanted = await tournament_of(folders, request), filter_of(request, IN_ORDER)
        page, size = page_of(request, SIZE, MAX_SIZE)
        return json_answer(await run_in_threadpool(_games_page, tournament, wanted, page, size))

    async def as_file(_server: Server, request: Request, name: str, kind: str) -> Response:
        order = IN_ORDER if name != "moves.csv" else PLAYED
        tournament, wanted = await tournament_of(folders, request), filter_of(request, order)
        names = await run_in_threadpool(games.names, tournament, wanted)
        return file_response(request, name, kind, tournament.stamp, WRITERS[name](tournament, names))

    async def moves(_server: Server, request: Request) -> Response:
        tournament, wanted = await tournament_of(folders, request), filter_of(request, PLAYED)
        page, size = page_of(request, MOVES_SIZE, MOVES_MAX_SIZE)
        return json_answer(await run_in_threadpool(_moves_page, tournament, wanted, page, size))

    def endpoint(name: str, path: str, handler: object, about: str, returns: object, *more: object) -> Endpoint:
        return Endpoint(
            "GET",
            f"/results/{{name}}/{path}",
            handler,  # type: ignore[arg-type]
            summary=about,
            returns=returns,  # type: ignore[arg-type]
            errors=(409, 422, 503),
            parameters=(*FILTER, *more),  # type: ignore[arg-type]
            name=name,
        )

    def file(name: str, path: str, about: str, kind: str) -> Endpoint:
        return endpoint(name, path, partial(as_file, name=path, kind=kind), about, kind)

    return [
        endpoint("get_games", "games.json", as_json, "List games.", page_type("games"), *paging(SIZE, MAX_SIZE)),
        file("download_games", "games.csv", "Download games, a line for each.", CSV),
        file("download_pgn", "games.pgn", "Download games with their moves, in chess as PGN.", TEXT),
        endpoint(
            "get_moves",
            "moves.json",
            moves,
            "List the moves of games; `total`, `page` and `size` count games.",
            page_type("moves"),
            *paging(MOVES_SIZE, MOVES_MAX_SIZE),
        ),
        file("download_moves", "moves.csv", "Download the moves of games, a line for each.", CSV),
    ]


def _games_page(tournament: Tournament, wanted: GameFilter, page: int, size: int) -> object:
    rows = [typed("games", row) for row in games.table_rows(tournament, wanted, size, (page - 1) * size)]
    return json_page(rows, games.count(tournament, wanted), page, size, tournament.index.count)


def _moves_page(tournament: Tournament, wanted: GameFilter, page: int, size: int) -> object:
    chosen = games.rows(tournament, wanted, size, (page - 1) * size)
    rows = [row for game in chosen for row in move_rows(tournament, game.game)]
    return json_page(rows, games.count(tournament, wanted), page, size, tournament.index.count)


def move_rows(tournament: Tournament, game: str) -> list[dict[str, object]]:
    """Return the moves of a game, by the columns of the table."""
    with open_store(tournament.folder, read_only=True, examine=tournament.examine) as store:
        found = store.db.execute(f"{MOVES} WHERE games.name = ? ORDER BY moves.ply", (game,))
        return [typed("moves", row) for row in found]


def _games_csv(tournament: Tournament, names: Sequence[str]) -> Iterator[str]:
    columns = [column.name for column in tables.find("games").columns]
    found = (row for part in _parts(names) for row in games.table_rows_of(tournament, part))
    return csv_lines(columns, (list(typed("games", row).values()) for row in found))


def _pgn(tournament: Tournament, names: Sequence[str]) -> Iterator[str]:
    world = find(tournament.plan.world)
    for _, record in _records(tournament, names):
        try:
            yield world.getrecord(public(record) if tournament.is_private else record)
        except WorldError:  # the record is not a game of this world
            yield f"% {printable(record.name)} cannot be shown\n\n"


def _moves_csv(tournament: Tournament, names: Sequence[str]) -> Iterator[str]:
    minds = {number: cell(one.name) for number, one in enumerate(tournament.minds, 1)}
    yield f"{MOVE_COLUMNS}\n"
    for rows, _ in _records(tournament, names):
        yield "".join(move_lines(rows, minds))


def _records(tournament: Tournament, names: Sequence[str]) -> Iterator[tuple[GameRows, Record]]:
    """Yield games in the order of their names in the list. The store is opened anew now and then: it may change."""
    for part in _parts(names):
        with open_store(tournament.folder, read_only=True, examine=tournament.examine) as store:
            found = store.games_where(f"WHERE name IN ({', '.join('?' * len(part))})", part)
            by_name = {record.name: (rows, record) for rows, record in found}
        yield from (by_name[name] for name in part if name in by_name)


def _parts(names: Sequence[str]) -> Iterator[list[str]]:
    left = iter(names)
    while part := list(islice(left, AT_ONCE)):
        yield part


WRITERS = {"games.csv": _games_csv, "games.pgn": _pgn, "moves.csv": _moves_csv}
