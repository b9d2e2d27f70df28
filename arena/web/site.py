"""The parts that the pages share."""

from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from arena.web.folders import Folders
from arena.web.live_games import LiveGames
from world.server import Runs

FIRST = 20  # tournaments that are read before anyone asks
USUAL = "results"  # the data folder into which `arena run` plays by itself


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

    @property
    def first_command(self) -> str:
        """The command that plays a first tournament into the data folder, without showing where that is."""
        name = self.folders.data.name
        return "arena run" if name in ("", USUAL) else f"arena run --out {quote(name)}/first"


def make_site(data: Path, runs: Runs, is_private: bool = False) -> Site:
    """Return the parts over a data folder, whose tournaments may be private."""
    folders = Folders(data, is_private)
    folders.background.submit("entries", lambda _: folders.entries(0, FIRST))  # before anyone asks for them
    return Site(folders, runs, LiveGames(folders, runs))
