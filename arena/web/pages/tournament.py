"""The pages of a tournament: a tab each for standings, crosstable, games, plots, minds and plan; entrants, pairings."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from arena.errors import StoreError
from arena.report import plots
from arena.web.boards import query_number
from arena.web.curves import make_curve
from arena.web.folders import Folders, reason
from arena.web.orders import TABLES, read_order
from arena.web.results.accuracy import accuracy
from arena.web.results.crosstable import crosstable
from arena.web.results.endings import endings
from arena.web.results.entrants import entrant, entrants
from arena.web.results.faults import faults
from arena.web.results.files import reading
from arena.web.results.filter import ORDERS, read_filter
from arena.web.results.games import choices, game_page
from arena.web.results.head import head
from arena.web.results.pairing import pairing
from arena.web.results.settings import settings
from arena.web.results.standings import Standings, StandingsRow, ranking, remarks, standings
from arena.web.results.tournament import Tournament
from arena.web.results.versions import versions
from arena.web.site import Site
from arena.web.templating import render
from world.server import QuotedRoute

TABS = ("", "crosstable", "games", "plots", "minds", "plan")  # "" is that of the standings
ROWS_A_PAGE = 200
MOST_NUMBERED = 12  # minds of a crosstable whose cells have numbers; of more it is a heat map
MOST_LISTED = 60  # minds in a list to choose from; of more a name is typed
RESULTS = ("won", "drawn", "lost", "decisive")
COLUMNS = ("rank", "tier", "mind", "value", "points", "games", "wins", "draws", "losses", "percent", "forfeits")
ASCENDING = ("rank", "mind", "tier")  # the first click on any other column sorts it descending
Values = dict[str, Any]
Show = Callable[[Tournament, Request], Values | None]


def routes(site: Site) -> list[Route]:
    """Return the routes of all tabs, of entrants, pairings and plots."""
    pages = TournamentPages(site.folders)
    at = "/results/{name}"
    shown: list[tuple[str, str, str, Show]] = [
        ("", "", "standings", show_standings),
        ("/crosstable", "crosstable", "crosstable", show_crosstable),
        ("/games", "games", "games", show_games),
        ("/plots", "plots", "plots", show_plots),
        ("/minds", "minds", "minds", show_minds),
        ("/plan", "plan", "plan", show_plan),
        ("/minds/{mind}", "minds", "mind", show_mind),
        ("/minds/{mind}/against/{opponent}", "minds", "pairing", show_pairing),
    ]
    found: list[Route] = [QuotedRoute(at + path, pages.page(tab, name, show)) for path, tab, name, show in shown]
    return [*found, QuotedRoute(f"{at}/plots/{{plot}}.svg", pages.plot)]


class TournamentPages:
    """The pages over the tournament folders."""

    def __init__(self, folders: Folders) -> None:
        self.folders = folders

    def page(self, tab: str, template: str, show: Show) -> Callable[[Request], Response]:
        """Return the handler of a page, which shows what a function returns; 404 for None."""

        def answer(request: Request) -> Response:
            name = request.path_params["name"]
            try:
                tournament = self.folders.tournament(name)
                if tournament is None:
                    raise HTTPException(404)
                with reading(tournament.folder):
                    values, top = show(tournament, request), head(tournament)
            except StoreError as problem:
                note = reason(problem, name, self.folders.data)
                return render("note.html", 409, here="/", title=name, note=note, again=True)
            if values is None:
                raise HTTPException(404)
            always: Values = {"head": top, "tabs": TABS, "tab": tab}
            usual: Values = {"is_tab": template == (tab or template), "pending": False, "stays": False}
            return render(f"results/{template}.html", here="/", **always, **{**usual, **values})

        return answer

    def plot(self, request: Request) -> Response:
        """Return a plot that `arena report` has drawn."""
        folder = self.folders.listing.path(request.path_params["name"])
        path = plot_path(folder, request.path_params["plot"]) if folder else None
        if path is None:
            raise HTTPException(404)
        return FileResponse(path, media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})


def plot_path(folder: Path, plot: str) -> Path | None:
    """Return the file of a plot, or of its narrow form; None if it does not exist."""
    name = plot.removesuffix(plots.NARROW)
    if name not in plots.names() or plots.find(name).is_table:
        return None
    path = folder / f"{plot}.svg"
    return path if path.is_file() and not path.is_symlink() else None


def show_standings(tournament: Tournament, request: Request) -> Values:
    """Return the standings, a page of them, in the order of ?sort."""
    table = standings(tournament)
    rows, order = _sorted(table, request.query_params.get("sort", "rank"))
    page, pages = _page(len(rows), request)
    return {
        "standings": table,
        "rows": rows[ROWS_A_PAGE * (page - 1) :][:ROWS_A_PAGE],
        "order": order,
        "page": page,
        "pages": pages,
        "remarks": remarks(tournament),
        "pending": bool(rows) and not (table.is_rated and table.is_fresh),
    }


def _sorted(table: Standings, sort: str) -> tuple[list[StandingsRow], dict[str, str]]:
    """Return the rows in order, and for each column the value of ?sort that its heading links to."""
    column = sort.removeprefix("-")
    column, sort = (column, sort) if column in COLUMNS else ("rank", "rank")
    descending = sort.startswith("-")
    rows = sorted(table.rows, key=lambda row: row.rank)
    rows.sort(key=lambda row: getattr(row, column), reverse=descending)
    links = {name: name if name in ASCENDING else f"-{name}" for name in COLUMNS}
    links[column] = column if descending else f"-{column}"
    return rows, links | {"now": sort, "sorted": column, "aria": "descending" if descending else "ascending"}


def show_crosstable(tournament: Tournament, _request: Request) -> Values:
    """Return the crosstable, which a world with one seat lacks."""
    return {"crosstable": None if tournament.is_solo else crosstable(tournament), "most_numbered": MOST_NUMBERED}


def show_games(tournament: Tournament, request: Request) -> Values:
    """Return a page of the games that match the filter, and its choices."""
    wanted = read_filter(request.query_params)
    found = game_page(tournament, wanted, query_number(request, "page", 10**9, 1))
    return {
        "found": found,
        "wanted": wanted,
        "is_filtered": set(wanted.values) > {"order"},
        "choices": choices(tournament, ranking(tournament)),
        "most_listed": MOST_LISTED,
        "orders": ORDERS,
        "results": RESULTS,
        "stays": True,
    }


def show_plots(tournament: Tournament, _request: Request) -> Values:
    """Return the plots that are drawn."""
    drawn = [plot for plot in plots.names() if plot_path(tournament.folder, plot) is not None]
    narrow = {plot: name for plot in drawn if plot_path(tournament.folder, name := f"{plot}{plots.NARROW}") is not None}
    return {"plots": [(plot, plots.title(plot), narrow.get(plot, plot)) for plot in drawn]}


def show_minds(tournament: Tournament, request: Request) -> Values:
    """Return a page of the entrants with their endings, and the accuracy of their moves."""
    found = entrants(tournament)
    page, pages = _page(len(found), request)
    shown = found[ROWS_A_PAGE * (page - 1) :][:ROWS_A_PAGE]
    ends = endings(tournament, {one.name for one in shown})
    judged = accuracy(tournament)
    return {
        "entrants": shown,
        "authors": any(one.author for one in found),
        "page": page,
        "pages": pages,
        "endings": ends,
        "faults": faults(tournament),
        "accuracy": judged,
        "pending": tournament.is_judged and judged is None,
    }


def _page(rows: int, request: Request) -> tuple[int, int]:
    """Return the number of the page that ?page asks for, and that of all pages."""
    pages = max(1, -(-rows // ROWS_A_PAGE))
    return max(1, query_number(request, "page", pages, 1)), pages


def show_plan(tournament: Tournament, _request: Request) -> Values:
    """Return the plan."""
    plan = tournament.plan
    return {"plan": plan.text, "settings": settings(plan), "can_be_played": not plan.is_imported}


def show_mind(tournament: Tournament, request: Request) -> Values | None:
    """Return everything on an entrant."""
    found = entrant(tournament, request.path_params["mind"])
    if found is None:
        return None
    table, row = standings(tournament), found.entrant.row
    orders = {name: read_order(request.query_params, name) for name in TABLES}
    sorted_lines = {name: orders[name].sort(getattr(found, name)) for name in orders}
    return {
        "mind": replace(found, **sorted_lines),
        "orders": orders,
        "curve": None if row is None else make_curve(found.history, row, tournament.is_solo),
        "tiers": max((one.tier for one in table.rows), default=1),
        "versions": versions(tournament, found.versions),
        "pending": row is not None and not (found.history and table.is_fresh),
    }


def show_pairing(tournament: Tournament, request: Request) -> Values | None:
    """Return two minds' games."""
    names, page = request.path_params, query_number(request, "page", 10**9, 1)
    found = pairing(tournament, names["mind"], names["opponent"], page)
    return None if found is None else {"pairing": found}
