"""The troubles of workers, kept in a store from one sitting to the next."""

from collections.abc import Iterable

import msgspec

from arena.crew.roll import Trouble
from arena.store.store import Store

WORKERS = "workers"  # the circumstance that holds them
MAX_KEPT = 1000  # workers


def troubles_in(store: Store) -> list[Trouble]:
    """Return the troubles of each worker that had some."""
    try:
        return msgspec.json.decode(store.circumstance(WORKERS) or "[]", type=list[Trouble])
    except msgspec.MsgspecError:  # the store may be anyone's
        return []


class TroubleKeeper:
    """Adds the troubles of a sitting to those that the store holds already."""

    def __init__(self, store: Store) -> None:
        self.store, self.before = store, {one.worker.name: one for one in troubles_in(store)}
        self.kept = 0  # of this sitting

    def keep(self, found: Iterable[Trouble]) -> None:
        """Store the troubles of this sitting so far, if there are new ones."""
        now = {one.worker.name: one for one in found}
        count = sum(one.count for one in now.values())
        if count == self.kept:
            return
        for name, one in self.before.items():
            now[name] = one + now[name] if name in now else one
        most = sorted(now.values(), key=lambda one: -one.count)[:MAX_KEPT]
        self.store.note(WORKERS, msgspec.json.encode(most).decode())
        self.kept = count
