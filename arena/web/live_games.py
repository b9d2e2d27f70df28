"""The games being played now: those of tournaments in the data folder, and the server's runs.

The disk is read only while a client watches, a few times a second for all clients together. A follower of each worker
shows its games at a pace that people can follow.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from threading import Lock
from time import monotonic

from msgspec import Struct

from arena.errors import StoreError
from arena.tournament.live import Bulletin, bulletins
from arena.web.charts import make_charts
from arena.web.folders import Folders
from arena.web.follower import Follower
from arena.web.links import game_url, mind_url, tournament_url, url_part
from arena.web.live_tournaments import LiveTournament, LiveTournaments
from arena.web.moves import MoveNote, score_of, score_text
from arena.web.templating import result_text
from world.api import Ending
from world.errors import WorldError
from world.registry import find
from world.server import Runs, ServedRun

UPDATE_INTERVAL = 0.25  # seconds
SHOW_ENDING = 20.0  # seconds that a finished run of the server stays on the page
MAX_BOARDS, MAX_RUNS = 9, 40  # of a tournament; of the server
LEAST_PLIES = 30  # of the width of a curve


class Curve(Struct, frozen=True):
    """The minds' scores by ply, as the page draws them."""

    lines: tuple[str, ...]  # the points of each seat's line
    caption: str  # "White’s side (scale ±3)"


class LiveGame(Struct, frozen=True):
    """A game as the page shows it."""

    key: str = ""
    tournament: str = ""  # empty for a run of the server
    href: str = ""
    names: tuple[str, ...] = ()
    minds: tuple[str, ...] = ()  # the addresses of their pages
    plies: int = 0
    image: str = ""
    said: str = ""  # the last action, in the game's notation
    score: str = ""  # reported by its mover
    clocks: tuple[float | None, ...] = ()
    turn: int | None = None
    ticks: bool = False  # the clock of the mover runs, as far as the page can tell
    ending: str = ""
    featured: bool = False  # the tournament's large board
    curve: Curve | None = None

    @property
    def last_move(self) -> str:
        """The last action and its score, or the ending."""
        return self.ending or "  ".join(filter(None, (self.said, self.score)))


@dataclass(frozen=True)
class Now:
    """All tournaments and games under way, as of the last update, by their keys."""

    tournaments: dict[str, LiveTournament] = field(default_factory=dict)
    games: dict[str, LiveGame] = field(default_factory=dict)

    def of(self, tournament: str) -> list[LiveGame]:
        """Return the games of a tournament, that of its large board first; those of the server for ""."""
        return [game for game in self.games.values() if game.tournament == tournament]


class LiveGames:
    """All games under way, as of the last update."""

    def __init__(self, folders: Folders, runs: Runs) -> None:
        self.folders, self.runs = folders, runs
        self.lock, self.updated = Lock(), -1e9
        self.latest = Now()
        self.tournaments = LiveTournaments(folders)
        self.followers: dict[str, dict[str, Follower]] = {}  # by tournament and worker
        self.ended: dict[str, float] = {}  # when we first saw that a run was over

    @property
    def is_fresh(self) -> bool:
        """True if it is too early for an update."""
        return monotonic() - self.updated < UPDATE_INTERVAL

    def now(self) -> Now:
        """Return what is under way, after an update if it is time for one."""
        with self.lock:
            if not self.is_fresh:
                games = {game.key: game for game in [*self._of_tournaments(), *self._of_runs()]}
                self.latest = Now(self.tournaments.update(list(self.followers)), games)
                self.updated = monotonic()
            return self.latest

    # ── Tournaments ──────────────────────────────────────────────────────────────────────────

    def _of_tournaments(self) -> Iterator[LiveGame]:
        names = self.folders.paths()
        playing = {name: {one.worker: one for one in bulletins(folder)} for name, folder in names.items()}
        under_way = {name for name in playing if playing[name]} | (self.followers.keys() & playing.keys())
        order = sorted(under_way, reverse=True)  # the usual names are dates: the newest come first
        found = {name: self._follow(name, self.followers.get(name, {}), playing[name]) for name in order}
        self.followers = {name: followed for name, followed in found.items() if followed}
        for name, followed in self.followers.items():
            for place, (worker, one) in enumerate(islice(followed.items(), MAX_BOARDS)):
                yield _live_game(name, worker, one, featured=not place)

    def _follow(self, name: str, before: dict[str, Follower], games: dict[str, Bulletin]) -> dict[str, Follower]:
        """Return the followers of a tournament's workers, those of before first, each where its game is now."""
        now, found = monotonic(), {}
        for worker in [*before, *(worker for worker in games if worker not in before)]:
            one = before.get(worker) or Follower(lambda game: self._stored(name, game))
            with suppress(WorldError):  # its world is not installed here, or in another version
                if _can_be_shown(games.get(worker)) and one.update(games.get(worker), now):
                    found[worker] = one
        return found

    def _stored(self, tournament: str, game: str) -> Bulletin | None:
        """Return a game that is over from the store."""
        try:
            record = self.folders.record(tournament, game)
        except StoreError:
            return None
        if record is None:
            return None
        return Bulletin(
            record.world,
            record.name,
            record.minds,
            0.0,
            record.start,
            record.seed,
            record.opening,
            record.plies,
            Ending(record.ending.kind, record.ending.result),
        )

    def game(self, key: str, name: str) -> Bulletin | None:
        """Return a game that is shown on the page, or was a moment ago; None if there is no such key."""
        tournament, _, worker = key.rpartition("/")
        follower = self.followers.get(tournament, {}).get(worker)
        if follower is None or follower.game is None or follower.game.game == name:
            return follower.game if follower else None
        return self._stored(tournament, name) or follower.game

    # ── Runs of the server ───────────────────────────────────────────────────────────────────

    def _of_runs(self) -> Iterator[LiveGame]:
        shown = (game for summary in self.runs.summaries() if (game := self._of_run(summary.id)) is not None)
        found = list(islice(shown, MAX_RUNS))
        self.ended = {key: when for key, when in self.ended.items() if any(game.key == key for game in found)}
        yield from found

    def _of_run(self, run: str) -> LiveGame | None:
        """Return a run if it has begun, and is not over or was not for long while someone watched."""
        served = self.runs.in_memory(run)
        if served is None or not served.view.moves:
            return None
        game = _game_of_run(served)
        if game.ending:
            when = self.ended.setdefault(game.key, monotonic())
            if game.key not in self.latest.games or monotonic() - when > SHOW_ENDING:
                return None
        return game


def _can_be_shown(bulletin: Bulletin | None) -> bool:
    return bulletin is None or len(bulletin.minds) == find(bulletin.world).seats


def _live_game(tournament: str, worker: str, follower: Follower, featured: bool) -> LiveGame:
    game, world, plies = follower.game, follower.world, follower.plies
    assert game is not None
    assert world is not None
    key = f"{tournament}/{worker}"
    left = {ply.seat: ply.left for ply in plies}
    ending = result_text(game.ending.kind, game.ending.result) if follower.is_over and game.ending else ""
    return LiveGame(
        key=key,
        tournament=tournament,
        href=game_url(tournament, game.game) if follower.is_stored else tournament_url(tournament),
        names=game.minds,
        minds=tuple(mind_url(tournament, mind) for mind in game.minds),
        plies=len(plies),
        image=f"/live/image.svg?key={url_part(key)}&game={url_part(game.game)}&ply={len(plies)}",
        said=follower.said,
        score=score_text(plies[-1].thoughts) if plies else "",
        clocks=tuple(left.get(seat) for seat in range(len(game.minds))),
        turn=None if ending else world.turn(),
        ticks=follower.is_newest,
        ending=ending,
        featured=featured,
        curve=_curve(follower) if featured else None,
    )


def _curve(follower: Follower) -> Curve | None:
    notes = [
        MoveNote(number, ply.seat, "", False, "", score_of(ply), ply.seconds)
        for number, ply in enumerate(follower.plies, 1)
    ]
    charts = make_charts(notes, 2, LEAST_PLIES)
    if charts is None or not charts.lines:
        return None
    lines = dict(charts.lines)
    side = find(follower.game.world).colours[0] if follower.game else ""
    return Curve((lines.get(0, ""), lines.get(1, "")), f"{side}’s side (scale ±{charts.top / 100:g})")


def _game_of_run(served: ServedRun) -> LiveGame:
    settings, view = served.settings, served.view
    summary, last = view.summary(), view.moves[-1:]
    return LiveGame(
        key=f"run {settings.id}",
        href=f"/play/{settings.id}",
        names=settings.names,
        plies=summary.plies,
        image=f"/play/{settings.id}/image.svg?ply={summary.plies}",
        said=last[0].said if last else "",
        score=score_text(last[0].thoughts) if last else "",
        clocks=view.clocks_now(),
        turn=summary.turn,
        ending=result_text(summary.ending.kind, summary.ending.result) if summary.ending else "",
    )
