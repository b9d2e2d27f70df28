"""The tournaments being played now: how far they are, and who leads."""

from collections.abc import Sequence
from time import monotonic

from msgspec import Struct
from msgspec.structs import replace

from arena.errors import StoreError
from arena.report.headline import basics, budget_words
from arena.tournament.live import is_playing
from arena.web.folders import FolderEntry, Folders
from arena.web.leaders import Leaders, leaders
from arena.web.links import tournament_url
from arena.web.templating import progress_text

INTERVAL = 1.0  # seconds between two looks at the standings
MAX_ROWS = 10


class LiveTournament(Struct, frozen=True):
    """A tournament as the page shows it beside its games."""

    name: str = ""
    href: str = ""
    facts: tuple[str, ...] = ()  # the world, the format, the number of minds, the budget
    games: int = 0
    total: int = 0  # 0 if it is not known in advance
    progress: str = ""  # "179 of 3,120 games"
    playing: bool = True
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
    found = LiveTournament(name, tournament_url(name), playing=is_playing(folders.data / name))
    try:
        tournament = folders.at_hand(name)
    except StoreError:
        return replace(found, standings=Leaders(note="This tournament cannot be read."))
    if tournament is None:
        return _from_entry(found, folders.entry(name))
    plan, games = tournament.plan, tournament.index.count
    return replace(
        found,
        facts=(*basics(plan.world, plan.format, len(tournament.minds)), budget_words(plan)),
        games=games,
        total=tournament.total,
        progress=progress_text(games, tournament.total),
        standings=leaders(tournament, MAX_ROWS),
    )


def _from_entry(found: LiveTournament, entry: FolderEntry | None) -> LiveTournament:
    """Return a tournament whose games are being read."""
    if entry is None or entry.note:
        return found
    return replace(
        found,
        facts=basics(entry.world, entry.format, entry.entrants),
        games=entry.games,
        total=entry.total,
        progress=progress_text(entry.games, entry.total),
        standings=Leaders(note="The games are being read."),
    )
