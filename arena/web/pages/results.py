"""The results: the home page with all tournaments, and the page of each with its tables, plots and games."""

from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from arena.errors import StoreError
from arena.report import accuracy, plots
from arena.web.boards import query_number
from arena.web.folders import Folders
from arena.web.site import MenuItem, Site
from arena.web.tables import GameRow, StandingsRow, Tables
from arena.web.templating import render

MENU = MenuItem(1, "Results", "/")
TABLES = ("crosstable",)  # plots that this page shows as tables
GAMES_A_PAGE = 50
COLUMNS = ("rank", "tier", "mind", "value", "points", "games", "wins", "draws", "losses", "percent", "forfeits")
ASCENDING = ("rank", "mind", "tier")  # the first click on any other column sorts it descending


def routes(site: Site) -> list[Route]:
    """Return the routes of the home page, a tournament's page and its plots."""
    page = ResultsPages(site.folders)
    return [
        Route("/", page.show_home),
        Route("/results/{name}", page.show_tournament),
        Route("/results/{name}/plots/{plot}.svg", page.plot),
    ]


class ResultsPages:
    """The pages over the tournament folders."""

    def __init__(self, folders: Folders) -> None:
        self.folders = folders

    def show_home(self, _request: Request) -> Response:
        """Return the list of all tournaments, newest first."""
        return render("home.html", here=MENU.path, entries=self.folders.entries())

    def show_tournament(self, request: Request) -> Response:
        """Return the page of one tournament."""
        name = request.path_params["name"]
        try:
            tables = self.folders.tables(name)
        except StoreError:
            return render("note.html", 409, here=MENU.path, title=name, note="This folder's results cannot be read.")
        if tables is None:
            raise HTTPException(404)
        rows, order = _sorted(tables, request.query_params.get("sort", "rank"))
        return render(
            "results.html",
            here=MENU.path,
            tables=tables,
            accuracy_columns=accuracy.COLUMNS,
            rows=rows,
            order=order,
            columns=COLUMNS,
            plots=[(plot, plots.title(plot)) for plot in plots.names() if self.plot_path(name, plot) is not None],
            **_page_of_games(tables, request),
        )

    def plot(self, request: Request) -> Response:
        """Return a plot that `arena report` has drawn."""
        path = self.plot_path(request.path_params["name"], request.path_params["plot"])
        if path is None:
            raise HTTPException(404)
        return FileResponse(path, media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})

    def plot_path(self, name: str, plot: str) -> Path | None:
        """Return the file of a plot; None if it does not exist."""
        folder = self.folders.paths().get(name)
        if folder is None or plot in TABLES or plot not in plots.names():
            return None
        path = folder / f"{plot}.svg"
        return path if path.is_file() and not path.is_symlink() else None


def _sorted(tables: Tables, sort: str) -> tuple[list[StandingsRow], dict[str, str]]:
    """Return the rows in order, and for each column the value of ?sort that its heading links to."""
    column = sort.removeprefix("-")
    column, sort = (column, sort) if column in COLUMNS else ("rank", "rank")
    descending = sort.startswith("-")
    rows = sorted(tables.rows, key=lambda row: row.rank)
    rows.sort(key=lambda row: getattr(row, column), reverse=descending)
    links = {name: name if name in ASCENDING else f"-{name}" for name in COLUMNS}
    links[column] = column if descending else f"-{column}"
    return rows, links | {"sorted": column, "aria": "descending" if descending else "ascending"}


def _page_of_games(tables: Tables, request: Request) -> dict[str, Any]:
    """Return the games that match the filter, one page of them, and the choices of the filter."""
    wanted = {name: request.query_params.get(name, "") for name in ("mind", "opponent", "ending")}
    found = [game for game in tables.games if _matches(game, wanted)]
    pages = max(1, -(-len(found) // GAMES_A_PAGE))
    page = max(1, query_number(request, "page", pages, 1))
    first = GAMES_A_PAGE * (page - 1)
    return {
        "games": found[first : first + GAMES_A_PAGE],
        "found": len(found),
        "page": page,
        "pages": pages,
        "wanted": wanted,
        "endings": sorted({game.ending for game in tables.games}),
        "minds": [row.mind for row in sorted(tables.rows, key=lambda row: row.rank)],
    }


def _matches(game: GameRow, wanted: dict[str, str]) -> bool:
    minds = {wanted["mind"], wanted["opponent"]} - {""}
    return minds <= {game.first, game.second} and wanted["ending"] in ("", game.ending)
