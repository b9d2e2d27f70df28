"""Several threads at one table: each searches the same position by itself, and finds there what the others found."""

from threading import Thread
from typing import Any

from minds.board.compiled import address_of
from minds.engine.searcher import new_searcher
from minds.engine.window import Window
from minds.search.depths import DEEPEST

SHARED = ("keys", "past", "limit", "on", "table", "places", "age", "choice", "chosen")


class Crowd:
    """Those who search along with the one who answers, for as long as a `with` lasts."""

    def __init__(self, size: int, leader: Any) -> None:
        self.leader, self.searchers = leader, [new_searcher() for _ in range(size)]
        self.threads: list[Thread] = []

    @property
    def nodes(self) -> int:
        """So many they have looked at."""
        return sum(int(searcher["nodes"][0]) for searcher in self.searchers)

    def __enter__(self) -> None:
        for number, searcher in enumerate(self.searchers):
            for what in SHARED:
                searcher[what] = self.leader[what]
            searcher["states"][0, 0], searcher["sheet"]["ideas"] = (
                self.leader["states"][0, 0],
                self.leader["sheet"]["ideas"],
            )
            searcher["nodes"][0] = searcher["stop"][0] = 0
            # Every other one begins a ply deeper, so that not all do the same at the same time.
            self.threads.append(Thread(target=deepen, args=(searcher, 1 + (number + 1) % 2), daemon=True))
            self.threads[-1].start()

    def __exit__(self, *_problem: object) -> None:
        for searcher in self.searchers:
            searcher["stop"][0] = 1
        while self.threads:
            self.threads.pop().join()


def deepen(searcher: Any, first: int) -> None:
    """Search deeper and deeper, until stopped."""
    search, address = Window(searcher), address_of(searcher)
    for depth in range(first, DEEPEST + 1):
        search(address, depth)
        if searcher["stop"][0]:
            return
