"""The pages of results: all tournaments of the data folder, and each with its leaderboard, tables, plots and games."""

from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from arena.errors import StoreError
from arena.web.looks import page
from arena.web.sheet import Line, Row, Sheet
from arena.web.shelf import Shelf
from arena.web.views import number

PLOTS = {
    "ratings": "Ratings with their intervals",
    "colours": "Score by seat",
    "endings": "How games ended",
    "lengths": "Length of games",
    "scores": "What minds thought of their positions",
    "effort": "Time and positions a move",
}
ON_A_PAGE = 50
COLUMNS = ("rank", "mind", "value", "group", "games", "wins", "draws", "losses", "percent", "forfeits")
RISING = ("rank", "mind", "group")  # sorted so at first


class Results:
    """The pages, and the shelf they read."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def routes(self) -> list[Route]:
        """Where they are."""
        return [
            Route("/", self.home),
            Route("/results/{name}", self.tournament),
            Route("/results/{name}/plots/{plot}.svg", self.plot),
        ]

    def home(self, _request: Request) -> Response:
        """All tournaments, the newest first."""
        return page("home.html", entries=self.shelf.entries(), here="results")

    def tournament(self, request: Request) -> Response:
        """One tournament."""
        name = request.path_params["name"]
        try:
            sheet = self.shelf.sheet(name)
        except StoreError:
            return page("note.html", 409, here="results", title=name, note=f"{name!r} holds no results of this arena.")
        if sheet is None:
            raise HTTPException(404)
        sort = request.query_params.get("sort", "rank")
        rows, order = _sorted(sheet, sort)
        return page(
            "results.html",
            here="results",
            sheet=sheet,
            rows=rows,
            order=order,
            columns=COLUMNS,
            plots=[(plot, title) for plot, title in PLOTS.items() if self._plot(name, plot) is not None],
            **_listed(sheet, request),
        )

    def plot(self, request: Request) -> Response:
        """A plot that `arena report` has left."""
        path = self._plot(request.path_params["name"], request.path_params["plot"])
        if path is None:
            raise HTTPException(404)
        return FileResponse(path, media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})

    def _plot(self, name: str, plot: str) -> Path | None:
        folder = self.shelf.folders().get(name)
        if folder is None or plot not in PLOTS:
            return None
        path = folder / f"{plot}.svg"
        return path if path.is_file() and not path.is_symlink() else None


def _sorted(sheet: Sheet, sort: str) -> tuple[list[Row], dict[str, str]]:
    """The rows in the order asked for; and for each column how it is sorted, and what to ask for next."""
    column = sort.removeprefix("-")
    column, sort = (column, sort) if column in COLUMNS else ("rank", "rank")
    falls = sort.startswith("-")
    rows = sorted(sheet.rows, key=lambda row: row.rank)
    rows.sort(key=lambda row: getattr(row, column), reverse=falls)
    usual = {name: name if name in RISING else f"-{name}" for name in COLUMNS}
    other = column if falls else f"-{column}"
    return rows, usual | {column: other, "sorted": column, "aria": "descending" if falls else "ascending"}


def _listed(sheet: Sheet, request: Request) -> dict[str, Any]:
    """The games asked for, a page of them."""
    asked = {name: request.query_params.get(name, "") for name in ("mind", "opponent", "ending")}
    found = [line for line in sheet.games if _is_asked(line, asked)]
    pages = max(1, -(-len(found) // ON_A_PAGE))
    leaf = max(1, number(request, "page", pages, 1))
    first = ON_A_PAGE * (leaf - 1)
    kinds = sorted({line.ending for line in sheet.games})
    return {"lines": found[first : first + ON_A_PAGE], "found": len(found), "leaf": leaf, "pages": pages} | {
        "asked": asked,
        "kinds": kinds,
        "minds": [row.mind for row in sorted(sheet.rows, key=lambda row: row.rank)],
    }


def _is_asked(line: Line, asked: dict[str, str]) -> bool:
    minds = {line.first, line.second}
    wanted = {asked["mind"], asked["opponent"]} - {""}
    return wanted <= minds and asked["ending"] in ("", line.ending)
