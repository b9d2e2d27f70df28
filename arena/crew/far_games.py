"""The far end of games: a worker in any process that an Executor has, wherever it is."""

from collections.abc import Callable

from arena.cell.prepare import require_jail
from arena.crew.identity import identity
from arena.crew.messages import GameBatch, Refused
from arena.crew.worker import Worker
from arena.entrants.bundle import Bundle, unpack
from arena.entrants.entrant import Entrant, Player
from arena.entrants.roster import playable
from arena.entrants.version import is_kept, version_of
from arena.errors import ArenaError, JailError
from minds.errors import MindsError
from minds.registry import read_spec


class FarWorker(Worker):
    """A worker that gets to know its players batch by batch."""

    def __init__(self, batch: GameBatch) -> None:
        self.known: dict[int, Entrant] = {}
        self.found: dict[int, Player] = {}
        super().__init__(batch.plan, self.found, batch.trusted)
        self.identity = identity()

    def receive(self, batch: GameBatch) -> None:
        """Prepare to play a batch; raise Refused if one of its minds cannot be played, or its files are missing."""
        for place, entrant in batch.entrants.items():
            self._enter(place, entrant, batch.bundles)

    def _enter(self, place: int, entrant: Entrant, bundles: dict[str, bytes]) -> None:
        if self.known.get(place) == entrant:
            return
        try:
            spec = playable(entrant, _fetch_from(bundles))
            found = read_spec(spec)
            if not self.trusted:
                require_jail(found)
            here = entrant.version if is_kept(entrant) else version_of(read_spec(entrant.spec), entrant.bundle)
        except JailError as problem:
            raise Refused("jail", str(problem)) from None
        except (ArenaError, MindsError, KeyError, OSError) as problem:
            raise Refused("mind", f"{entrant.name} cannot be played here: {problem}") from None
        if here != entrant.version:
            raise Refused("mind", f"{entrant.name} has version {here} here, {entrant.version} there")
        if place in self.cells:
            self.cells.pop(place).close()
        self.known[place], self.found[place] = entrant, Player(entrant.name, spec)


def _fetch_from(bundles: dict[str, bytes]) -> Callable[[str], Bundle]:
    """Return a fetch for `playable` that unpacks what has come with the batch."""

    def fetch(digest: str) -> Bundle:
        if digest not in bundles:
            raise Refused("bundles", digest)
        return unpack(bundles[digest], digest)

    return fetch
