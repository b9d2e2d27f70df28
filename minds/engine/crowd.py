"""Several threads at one table: each searches the same position by itself, and finds there what the others found."""

from threading import Thread
from typing import Any

from minds.board.compiled import address_of
from minds.engine.desk import new_desk
from minds.engine.window import Window
from minds.search.depths import DEEPEST

SHARED = ("keys", "past", "limit", "on", "table", "places", "age", "choice", "chosen")


class Crowd:
    """Those who search along with the one who answers, for as long as a `with` lasts."""

    def __init__(self, size: int, leader: Any) -> None:
        self.leader, self.desks = leader, [new_desk() for _ in range(size)]
        self.threads: list[Thread] = []

    @property
    def nodes(self) -> int:
        """So many they have looked at."""
        return sum(int(desk["nodes"][0]) for desk in self.desks)

    def __enter__(self) -> None:
        for number, desk in enumerate(self.desks):
            for what in SHARED:
                desk[what] = self.leader[what]
            desk["states"][0, 0], desk["sheet"]["ideas"] = self.leader["states"][0, 0], self.leader["sheet"]["ideas"]
            desk["nodes"][0] = desk["stop"][0] = 0
            # Every other one begins a ply deeper, so that not all do the same at the same time.
            self.threads.append(Thread(target=deepen, args=(desk, 1 + (number + 1) % 2), daemon=True))
            self.threads[-1].start()

    def __exit__(self, *_problem: object) -> None:
        for desk in self.desks:
            desk["stop"][0] = 1
        while self.threads:
            self.threads.pop().join()


def deepen(desk: Any, first: int) -> None:
    """Search deeper and deeper, until stopped."""
    search, address = Window(desk), address_of(desk)
    for depth in range(first, DEEPEST + 1):
        search(address, depth)
        if desk["stop"][0]:
            return
