"""The parts that the pages share."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from arena.web.folders import Folders
from arena.web.live_games import LiveGames
from world.server import Runs


class MenuItem(NamedTuple):
    """An entry in the menu of every page."""

    order: int
    label: str
    path: str


@dataclass(frozen=True)
class Site:
    """The tournament folders, the server's runs, and the games being played now."""

    folders: Folders
    runs: Runs
    live_games: LiveGames


def make_site(data: Path, runs: Runs) -> Site:
    """Return the parts over a data folder."""
    folders = Folders(data)
    folders.background.submit("entries", lambda _: folders.entries())  # before anyone asks for them
    return Site(folders, runs, LiveGames(folders, runs))
