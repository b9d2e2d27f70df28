"""The home page: what is being played, the latest results, and where to begin; and the list of all tournaments."""

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.errors import StoreError
from arena.web.boards import query_number
from arena.web.charts import HEIGHT, WIDTH
from arena.web.folders import FolderEntry, Folders
from arena.web.leaders import Leaders, leaders
from arena.web.site import MenuItem, Site
from arena.web.templating import render

MENU = MenuItem(1, "Results", "/")
RUNNING, LATEST = 3, 6  # tournaments on the home page
ROWS_A_PAGE = 100


class Card(NamedTuple):
    """A tournament, and the first of its standings as far as they are read."""

    entry: FolderEntry
    leaders: Leaders
    is_pending: bool  # more is being read or computed


def routes(site: Site) -> list[Route]:
    """Return the routes of both pages."""

    def show(_request: Request) -> Response:
        now = site.live_games.now()
        entries = site.folders.entries(0, LATEST + len(now.tournaments))
        others = [entry for entry in entries if entry.name not in now.tournaments]
        cards = [_card(site.folders, entry) for entry in others[:LATEST]]
        return render(
            "home.html",
            here=MENU.path,
            now=now,
            most_running=RUNNING,
            width=WIDTH,
            height=HEIGHT,
            cards=cards,
            entries=site.folders.count,
            is_pending=any(card.is_pending for card in cards),
            command=site.first_command,
        )

    def show_all(request: Request) -> Response:
        count = site.folders.count
        pages = max(1, -(-count // ROWS_A_PAGE))
        page = max(1, query_number(request, "page", pages, 1))
        shown = site.folders.entries(ROWS_A_PAGE * (page - 1), ROWS_A_PAGE)
        return render("all_results.html", here=MENU.path, entries=shown, count=count, page=page, pages=pages)

    return [Route("/", show), Route("/results", show_all)]


def _card(folders: Folders, entry: FolderEntry) -> Card:
    try:
        tournament = None if entry.note else folders.at_hand(entry.name)
    except StoreError:
        return Card(entry, Leaders(), False)
    if tournament is None:
        return Card(entry, Leaders(), not entry.note and entry.games > 0)
    found = leaders(tournament)
    return Card(entry, found, not found.is_final)
