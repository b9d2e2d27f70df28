"""The list of tournaments; of one its head, plan, entrants one by one, and pairings."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from arena.tournament.plan import Plan
from arena.web.exports.answers import TOML, json_answer, tournament_of
from arena.web.folders import FolderEntry, Folders
from arena.web.results.entrants import EntrantPage, entrant
from arena.web.results.head import Head, head
from arena.web.results.pairing import Pairing, pairing
from arena.web.results.tournament import Tournament
from world.server import Endpoint, NotFound, Server, page_of, paging

SIZE, MAX_SIZE = 100, 500


class TournamentList(Struct, frozen=True):
    """A page of the tournaments, newest first."""

    tournaments: tuple[FolderEntry, ...]
    total: int
    page: int
    pages: int


def endpoints(folders: Folders) -> list[Endpoint]:
    """Return the endpoints of tournaments as a whole."""

    async def tournaments(_server: Server, request: Request) -> Response:
        page, size = page_of(request, SIZE, MAX_SIZE)
        shown = tuple(await run_in_threadpool(folders.entries, (page - 1) * size, size))
        return json_answer(TournamentList(shown, folders.count, page, max(1, -(-folders.count // size))))

    def on(show: Callable[[Tournament, Request], Any]) -> Callable[[Server, Request], Any]:
        async def get(_server: Server, request: Request) -> Response:
            found = await run_in_threadpool(show, await tournament_of(folders, request), request)
            return found if isinstance(found, Response) else json_answer(found)

        return get

    def endpoint(
        name: str, path: str, show: Any, about: str, returns: Any, errors: tuple[int, ...] = (409,)
    ) -> Endpoint:
        return Endpoint(
            "GET", f"/results/{{name}}/{path}", on(show), summary=about, returns=returns, errors=errors, name=name
        )

    mind, against = "minds/{mind}/summary.json", "minds/{mind}/against/{opponent}/summary.json"
    return [
        Endpoint(
            "GET",
            "/results.json",
            tournaments,
            summary="List the tournaments, newest first.",
            returns=TournamentList,
            errors=(422,),
            parameters=paging(SIZE, MAX_SIZE),
            name="list_tournaments",
        ),
        endpoint("get_tournament", "summary.json", _head, "Show what is played, and how far it is.", Head),
        endpoint("get_plan", "plan.json", _plan, "Show the plan.", Plan),
        endpoint("download_plan", "plan.toml", _plan_text, "Download the plan as `arena run --plan` reads it.", TOML),
        endpoint("get_entrant", mind, _entrant, "Show an entrant's results.", EntrantPage),
        endpoint("get_pairing", against, _pairing, "Show the results of a mind against another.", Pairing),
    ]


def _head(tournament: Tournament, _request: Request) -> Head:
    return head(tournament)


def _plan(tournament: Tournament, _request: Request) -> Plan:
    return tournament.plan


def _plan_text(tournament: Tournament, _request: Request) -> Response:
    return Response(tournament.plan.text, media_type=f"{TOML}; charset=utf-8")


def _entrant(tournament: Tournament, request: Request) -> EntrantPage:
    found = entrant(tournament, request.path_params["mind"])
    if found is None:
        raise NotFound("no such mind", request.path_params["mind"])
    return found


def _pairing(tournament: Tournament, request: Request) -> Pairing:
    found = pairing(tournament, request.path_params["mind"], request.path_params["opponent"])
    if found is None:
        raise NotFound("no such mind", request.path_params["opponent"])
    return found
