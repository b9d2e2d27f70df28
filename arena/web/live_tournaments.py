"""The tournaments being played now: how far they are, and who leads."""

from collections.abc import Sequence
from time import monotonic

from msgspec import Struct
from msgspec.structs import replace

from arena.errors import StoreError
from arena.tournament.live import is_playing
from arena.web.folders import Folders
from arena.web.leaders import Leaders, leaders
from arena.web.links import tournament_url
from arena.web.templating import progress_text

INTERVAL = 1.0  # seconds between two looks at the standings
MAX_ROWS = 10


class LiveTournament(Struct, frozen=True):
    """A tournament as the page shows it beside its games."""

    name: str = ""
    href: str = ""
    facts: tuple[str, ...] = ()  # the world, the format, the budget
    games: int = 0
    total: int = 0  # 0 if it is not known in advance
    progress: str = ""  # "179 of 3,120 games"
    playing: bool = True
    entrants: int = 0
    standings: Leaders = Leaders()  # the first of them


class LiveTournaments:
    """All tournaments under way, as of the last look."""

    def __init__(self, folders: Folders) -> None:
        self.folders, self.looked = folders, -1e9
        self.found: dict[str, LiveTournament] = {}

    def update(self, names: Sequence[str]) -> dict[str, LiveTournament]:
        """Return the tournaments of these names, in their order; their standings may be a second old."""
        is_due = monotonic() - self.looked > INTERVAL
        self.found = {
            name: self.found[name] if name in self.found and not is_due else live_tournament(self.folders, name)
            for name in names
        }
        if is_due:
            self.looked = monotonic()
        return self.found


def live_tournament(folders: Folders, name: str) -> LiveTournament:
    """Return a tournament as it is now, as far as it is read already."""
    entry = folders.entry(name)
    found = LiveTournament(name, tournament_url(name), entrants=entry.entrants if entry else 0)
    if entry is None or entry.note:
        return replace(found, playing=False)
    facts: tuple[str, ...] = (entry.world, entry.format)
    games, total = entry.games, entry.total
    try:
        tournament = folders.at_hand(name)
    except StoreError:
        tournament = None
    if tournament is not None:
        budget = tournament.plan.budget_text
        facts, games, total = (*facts, *filter(None, [budget])), tournament.index.count, tournament.total
    return replace(
        found,
        facts=facts,
        games=games,
        total=total,
        progress=progress_text(games, total),
        playing=is_playing(folders.data / name),
        standings=leaders(tournament, MAX_ROWS) if tournament is not None else Leaders(),
    )
