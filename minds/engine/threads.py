"""Lazy SMP: helper threads search the same position and share the transposition table."""

from threading import Thread
from typing import Any

from minds.board.compiled import address_of
from minds.engine.aspiration import AspirationWindow
from minds.engine.searcher import new_searcher
from minds.search.depths import DEEPEST

SHARED = ("keys", "past", "limit", "techniques", "table", "buckets", "age", "root_count", "root_moves")


class HelperThreads:
    """Threads that search along with the main one for the duration of a `with` block."""

    def __init__(self, size: int, leader: Any) -> None:
        self.leader, self.searchers = leader, [new_searcher() for _ in range(size)]
        self.threads: list[Thread] = []

    @property
    def nodes(self) -> int:
        """Nodes searched by the helpers."""
        return sum(int(searcher["nodes"][0]) for searcher in self.searchers)

    def __enter__(self) -> None:
        for number, searcher in enumerate(self.searchers):
            for what in SHARED:
                searcher[what] = self.leader[what]
            searcher["states"][0, 0], searcher["eval_trace"]["ideas"] = (
                self.leader["states"][0, 0],
                self.leader["eval_trace"]["ideas"],
            )
            searcher["nodes"][0] = searcher["stop"][0] = 0
            # Every other helper starts a ply deeper, so that they do not all do the same work.
            self.threads.append(Thread(target=deepen, args=(searcher, 1 + (number + 1) % 2), daemon=True))
            self.threads[-1].start()

    def __exit__(self, *_problem: object) -> None:
        for searcher in self.searchers:
            searcher["stop"][0] = 1
        while self.threads:
            self.threads.pop().join()


def deepen(searcher: Any, first: int) -> None:
    """Search deeper and deeper until stopped."""
    search, address = AspirationWindow(searcher), address_of(searcher)
    for depth in range(first, DEEPEST + 1):
        search(address, depth)
        if searcher["stop"][0]:
            return
