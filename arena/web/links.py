"""The addresses of a tournament's pages. Names are quoted: they may hold anything."""

from functools import lru_cache
from urllib.parse import quote

MAX_REMEMBERED = 4096  # names: a crosstable has each of them often


@lru_cache(MAX_REMEMBERED)
def url_part(name: object) -> str:
    """Return a name quoted as one part of a URL."""
    return quote(str(name), safe="")


def tournament_url(tournament: str, tab: str = "") -> str:
    """Return the address of a tournament, or of one of its tabs or files."""
    return f"/results/{url_part(tournament)}" + (f"/{tab}" if tab else "")


def mind_url(tournament: str, mind: str) -> str:
    """Return the address of an entrant's page."""
    return tournament_url(tournament, f"minds/{url_part(mind)}")


def pairing_url(tournament: str, mind: str, opponent: str) -> str:
    """Return the address of the page on two minds' games."""
    return f"{mind_url(tournament, mind)}/against/{url_part(opponent)}"


def game_url(tournament: str, game: str) -> str:
    """Return the address of a game's page."""
    return tournament_url(tournament, f"games/{url_part(game)}")
