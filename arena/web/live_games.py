"""The games being played now: the server's runs, and those of tournaments in the data folder.

The disk is read only while a client watches, a few times a second for all clients together.
"""

from collections.abc import Iterator
from contextlib import suppress
from threading import Lock
from time import monotonic

from msgspec import Struct

from arena.tournament.live import Bulletin, bulletins
from arena.web.folders import Folders
from arena.web.links import tournament_url, url_part
from arena.web.templating import result_text
from arena.why.page import score_text
from world.api import World
from world.errors import WorldError
from world.registry import find, new_world
from world.server import Runs

UPDATE_INTERVAL = 0.25  # seconds
SHOW_ENDING = 20.0  # seconds that a finished game stays on the page
MAX_GAMES = 64


class LiveGame(Struct, frozen=True):
    """A game as the page shows it."""

    key: str
    title: str  # the tournament
    href: str
    world: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    plies: int
    image: str
    said: str = ""  # the last action, in the game's notation
    score: str = ""  # reported by its mover
    clocks: tuple[float | None, ...] = ()
    turn: int | None = None
    ending: str = ""


class Follower:
    """Follows a game of a tournament, action by action."""

    def __init__(self) -> None:
        self.game: tuple[str, str, str, int] = ("", "", "", 0)
        self.actions: tuple[str, ...] = ()
        self.world: World | None = None
        self.said = ""

    def update(self, bulletin: Bulletin) -> "Follower":
        """Play on to where the game is now; raise a WorldError if its actions are illegal here."""
        game = (bulletin.world, bulletin.game, bulletin.start, bulletin.seed)
        if self.world is None or self.game != game or bulletin.actions[: len(self.actions)] != self.actions:
            self.game, self.actions, self.said = game, (), ""
            self.world = new_world(bulletin.world)
            self.world.newrun(bulletin.start, bulletin.seed)
        for action in bulletin.actions[len(self.actions) :]:
            self.said = self.world.describe(action)
            self.world.takeaction(action)
        self.actions = bulletin.actions
        return self


class LiveGames:
    """All games under way, as of the last update."""

    def __init__(self, folders: Folders, runs: Runs) -> None:
        self.folders, self.runs = folders, runs
        self.lock, self.updated = Lock(), -1e9
        self.games: dict[str, LiveGame] = {}
        self.bulletins: dict[str, Bulletin] = {}
        self.followers: dict[str, Follower] = {}
        self.ended: dict[tuple[str, str], float] = {}  # when we first saw that a game was over

    @property
    def is_fresh(self) -> bool:
        """True if it is too early for an update."""
        return monotonic() - self.updated < UPDATE_INTERVAL

    def now(self) -> dict[str, LiveGame]:
        """Return the games by their keys, after an update if it is time for one."""
        with self.lock:
            if not self.is_fresh:
                own = sorted(self._of_runs(), key=lambda game: game.plies == 0)  # those without a move come last
                found = {game.key: game for game in [*self._of_tournaments(), *own] if self._is_shown(game)}
                self.games = dict(list(found.items())[:MAX_GAMES])
                self.ended = {key: when for key, when in self.ended.items() if key[0] in found}
                self.updated = monotonic()
            return self.games

    def _is_shown(self, game: LiveGame) -> bool:
        """Return True unless the game is over, and was so for a while or before anyone saw it."""
        if not game.ending:
            return True
        when = self.ended.setdefault((game.key, game.href + game.title), monotonic())
        return game.key in self.games and monotonic() - when < SHOW_ENDING

    def _of_tournaments(self) -> Iterator[LiveGame]:
        self.bulletins = {
            f"{name}/{one.worker}": one for name, folder in self.folders.paths().items() for one in bulletins(folder)
        }
        self.followers = {key: self.followers.get(key, Follower()) for key in self.bulletins}
        for key, one in self.bulletins.items():
            with suppress(WorldError):  # its world is not installed here, or in another version
                if len(one.minds) == find(one.world).seats:
                    yield _live_game(key, one, self.followers[key].update(one))

    def _of_runs(self) -> Iterator[LiveGame]:
        for summary in self.runs.summaries():
            served = self.runs.in_memory(summary.id)
            if served is None or (summary.ending is not None and f"run {summary.id}" not in self.games):
                continue
            last = served.view.moves[-1:]
            yield LiveGame(
                key=f"run {summary.id}",
                title="on this server",
                href=f"/play/{summary.id}",
                world=summary.world,
                names=summary.names,
                colours=served.world.colours,
                plies=summary.plies,
                image=f"/play/{summary.id}/image.svg?ply={summary.plies}",
                said=last[0].said if last else "",
                score=score_text(last[0].thoughts) if last else "",
                clocks=served.view.clocks_now(),
                turn=summary.turn,
                ending=result_text(summary.ending.kind, summary.ending.result) if summary.ending else "",
            )

    def bulletin(self, key: str) -> Bulletin | None:
        """Return the last bulletin of a tournament's worker."""
        return self.bulletins.get(key)


def _live_game(key: str, bulletin: Bulletin, follower: Follower) -> LiveGame:
    assert follower.world is not None
    name, plies, turn = key.rpartition("/")[0], len(bulletin.actions), follower.world.turn()
    return LiveGame(
        key=key,
        title=name,
        href=tournament_url(name),
        world=bulletin.world,
        names=bulletin.minds,
        colours=find(bulletin.world).colours,
        plies=plies,
        image=f"/live/image.svg?key={url_part(key)}&game={url_part(bulletin.game)}&ply={plies}",
        said=follower.said,
        score=score_text(bulletin.thoughts),
        clocks=bulletin.left,
        turn=None if bulletin.ending else turn,
        ending=result_text(bulletin.ending.kind, bulletin.ending.result) if bulletin.ending else "",
    )
