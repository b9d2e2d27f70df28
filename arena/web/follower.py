"""Following the games of one worker as people can: move by move, and each to its end before the next one.

A worker may play ten games a second. Its bulletin then shows a moment of one of them; the rest is read from the store,
where the game is soon after its end.
"""

from collections.abc import Callable, Sequence

from arena.tournament.live import Bulletin
from world.api import World
from world.record import Ply
from world.registry import new_world

PACE = 0.7  # seconds that each position is shown at least
SHOW_ENDING = 4.0  # seconds that the end of a game is shown
MAX_WAIT = 3.0  # seconds for a game that is over to be stored
MAX_PAUSE = 5.0  # seconds without an update after which a game is shown as it is now
Find = Callable[[str], Bulletin | None]


class Follower:
    """Shows the games of a worker, one after the other, at a pace that people can follow."""

    def __init__(self, find: Find) -> None:
        self.find = find  # returns a game that is stored
        self.game: Bulletin | None = None
        self.is_stored, self.is_newest = False, False  # the game; the position that is shown
        self.moved = self.updated = self.left = 0.0
        self.ended: float | None = None  # when its end was shown first
        self.world: World | None = None
        self.taken: list[str] = []  # the actions up to the position that is shown
        self.said = ""  # the last of them in the game's notation

    @property
    def plies(self) -> Sequence[Ply]:
        """The plies up to the position that is shown."""
        return self.game.plies[: len(self.taken)] if self.game is not None else ()

    @property
    def is_over(self) -> bool:
        """True if the last position of a game is shown."""
        game = self.game
        return game is not None and game.ending is not None and len(self.taken) == len(game.plies)

    def update(self, bulletin: Bulletin | None, now: float) -> bool:
        """Go on by a ply at most; return False if there is nothing to show any more.

        Raise a WorldError if the actions are illegal here.
        """
        is_new = self.game is None or now - self.updated > MAX_PAUSE
        self.updated = now
        if is_new:
            return self._begin(bulletin, len(bulletin.plies) if bulletin else 0, now)
        assert self.game is not None
        if bulletin is not None and _is_same(bulletin, self.game):
            if not self.is_stored:
                self.game, self.left = bulletin, now
        elif self.game.ending is None and not self._complete(now):
            return self._begin(bulletin, bulletin.opening if bulletin else 0, now)
        if self.is_over:
            self.ended = now if self.ended is None else self.ended
            if now - self.ended >= SHOW_ENDING and (bulletin is None or not _is_same(bulletin, self.game)):
                return self._begin(bulletin, bulletin.opening if bulletin else 0, now)
        elif now - self.moved >= PACE:
            self._show(len(self.taken) + 1, now)
        self.is_newest = bulletin is not None and len(self.taken) == len(self.game.plies) and not self.is_over
        return True

    def _begin(self, bulletin: Bulletin | None, plies: int, now: float) -> bool:
        """Show a game from so many plies on."""
        self.game, self.is_stored, self.left, self.world = bulletin, False, now, None
        self.taken, self.moved, self.ended, self.is_newest = [], now - PACE, None, False
        if bulletin is not None:
            self._show(plies, now)
            self.is_newest = len(self.taken) == len(bulletin.plies) and bulletin.ending is None
        return bulletin is not None

    def _complete(self, now: float) -> bool:
        """Look for the rest of a game that its worker has left behind; return False if it does not come."""
        assert self.game is not None
        found = self.find(self.game.game)
        if found is not None:
            self.game, self.is_stored = found, True
        return self.is_stored or now - self.left < MAX_WAIT

    def _show(self, count: int, now: float) -> None:
        """Play on to a position; a game that was begun anew is played from its start."""
        assert self.game is not None
        actions = self.game.actions[:count]
        if self.world is None or list(actions[: len(self.taken)]) != self.taken:
            self.taken, self.said, self.world = [], "", new_world(self.game.world)
            self.world.newrun(self.game.start, self.game.seed)
        for action in actions[len(self.taken) :]:
            self.world.playon()
            said = self.world.describe(action)
            self.world.takeaction(action)
            self.said, self.moved = said, now
            self.taken.append(action)


def _is_same(one: Bulletin, other: Bulletin) -> bool:
    return (one.world, one.game, one.start, one.seed) == (other.world, other.game, other.start, other.seed)
