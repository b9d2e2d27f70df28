"""What is being played now, wherever: a scene for each game under way, of this server's runs and of any tournament's.

Nobody looks at the disk unless somebody watches, and then a few times a second for all who watch together.
"""

from collections.abc import Iterator
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct

from arena.tournament.live import Bulletin, bulletins
from arena.web.looks import in_words, part
from arena.web.shelf import Shelf
from arena.why.page import score_text
from world.api import World
from world.errors import WorldError
from world.registry import find, new_world

if TYPE_CHECKING:
    from world.server import Runs

OFTEN = 0.25  # seconds between two looks
LINGER = 20.0  # seconds that the end of a game is shown
MOST_SCENES = 64


class Scene(Struct, frozen=True):
    """A game as the page shows it."""

    key: str
    title: str  # where it is played
    href: str
    world: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    plies: int
    image: str
    said: str = ""  # the last action, as people call it
    score: str = ""  # what its mover thought
    clocks: tuple[float | None, ...] = ()
    turn: int | None = None
    ending: str = ""


class Followed:
    """A game of somebody else's, gone after action by action."""

    def __init__(self) -> None:
        self.game: tuple[str, str, str, int] = ("", "", "", 0)
        self.actions: tuple[str, ...] = ()
        self.world: World | None = None
        self.said = ""

    def go_on(self, bulletin: Bulletin) -> "Followed":
        """To where it is now; a WorldError if its world does not know such a game."""
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


class Scenes:
    """All games under way, as of a moment ago."""

    def __init__(self, shelf: Shelf, runs: "Runs | None") -> None:
        self.shelf, self.runs = shelf, runs
        self.lock, self.looked = Lock(), -1e9
        self.scenes: dict[str, Scene] = {}
        self.bulletins: dict[str, Bulletin] = {}
        self.followed: dict[str, Followed] = {}
        self.ended: dict[tuple[str, str], float] = {}  # when we saw that a game was over

    @property
    def is_fresh(self) -> bool:
        """Whether it is too early to look again."""
        return monotonic() - self.looked < OFTEN

    def now(self) -> dict[str, Scene]:
        """The scenes by their keys. This takes its time."""
        with self.lock:
            if not self.is_fresh:
                ours = sorted(self._of_hall(), key=lambda scene: scene.plies == 0)  # what has not begun comes last
                found = {scene.key: scene for scene in [*self._of_tournaments(), *ours] if self._counts(scene)}
                self.scenes = dict(list(found.items())[:MOST_SCENES])
                self.ended = {key: when for key, when in self.ended.items() if key[0] in found}
                self.looked = monotonic()
            return self.scenes

    def _counts(self, scene: Scene) -> bool:
        """What is over is shown to who saw it, for a while."""
        if not scene.ending:
            return True
        when = self.ended.setdefault((scene.key, scene.href + scene.title), monotonic())
        return scene.key in self.scenes and monotonic() - when < LINGER

    def _of_tournaments(self) -> Iterator[Scene]:
        self.bulletins = {
            f"{name}/{one.worker}": one for name, folder in self.shelf.folders().items() for one in bulletins(folder)
        }
        self.followed = {key: self.followed.get(key, Followed()) for key in self.bulletins}
        for key, one in self.bulletins.items():
            with suppress(WorldError):  # a world that is not installed here, or another version of it
                if len(one.minds) == find(one.world).seats:
                    yield _scene(key, one, self.followed[key].go_on(one))

    def _of_hall(self) -> Iterator[Scene]:
        for summary in self.runs.summaries() if self.runs is not None else []:
            served = self.runs.in_memory(summary.id) if self.runs is not None else None
            if served is None or (summary.ending is not None and f"run {summary.id}" not in self.scenes):
                continue
            last = served.view.moves[-1:]
            yield Scene(
                key=f"run {summary.id}",
                title="here",
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
                ending=in_words(summary.ending.kind, summary.ending.result) if summary.ending else "",
            )

    def bulletin(self, key: str) -> Bulletin | None:
        """What a tournament's worker told last."""
        return self.bulletins.get(key)


def _scene(key: str, bulletin: Bulletin, followed: Followed) -> Scene:
    assert followed.world is not None
    name, plies, turn = key.rpartition("/")[0], len(bulletin.actions), followed.world.turn()
    return Scene(
        key=key,
        title=name,
        href=f"/results/{part(name)}",
        world=bulletin.world,
        names=bulletin.minds,
        colours=find(bulletin.world).colours,
        plies=plies,
        image=f"/live/image.svg?key={part(key)}&game={part(bulletin.game)}&ply={plies}",
        said=followed.said,
        score=score_text(bulletin.thoughts),
        clocks=bulletin.left,
        turn=None if bulletin.ending else turn,
        ending=in_words(bulletin.ending.kind, bulletin.ending.result) if bulletin.ending else "",
    )
