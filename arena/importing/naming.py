"""Names for imported games and their players, and the pairs of games that began alike with both seatings."""

import re
from collections import defaultdict, deque

from arena.entrants.entrant import IMPORTED, Entrant
from arena.entrants.naming import first_free, presentable
from arena.rate.pgn import OURS
from arena.tournament.schedule import Task
from world.api import Opening
from world.record import Record

UNKNOWN_ROUNDS = ("", "?", "-")
MAX_ROUND = 10**6
Key = tuple[object, ...]  # equal for two games that began alike


class Names:
    """The players so far, and the games so far of each two of them.

    The two games of a pair share a number. They are those of one name in a tournament of our own; elsewhere, of one
    position or line of a book, or else of one round.
    """

    def __init__(self, usual_start: str) -> None:
        self.usual_start = usual_start
        self.places: dict[str, int] = {}  # of players, by the names in the files
        self.shown: list[str] = []  # the players' names as entrants
        self.versions: list[set[str]] = []
        self.numbers: defaultdict[tuple[int, int], set[int]] = defaultdict(set)  # that are taken, by the players
        self.waiting: defaultdict[Key, deque[int]] = defaultdict(deque)  # numbers whose other game is to come

    def task(self, record: Record) -> Task:
        """Return the place of a game in the folder."""
        seats = tuple(self._place(name) for name in record.minds)
        for place, version in zip(seats, record.versions, strict=False):
            self.versions[place].add(version)
        pair, seating = (min(seats), max(seats)), "ab"[seats[0] > seats[1]]
        name = f"{pair[0] + 1:03}-{pair[1] + 1:03}-{self._number(record, pair, seating):05}{seating}"
        round_ = re.match(r"\d{1,6}", record.round, re.ASCII)
        return Task(name, int(round_[0]) if round_ else 1, seats, Opening(record.opening_name), record.seed)

    def entrants(self) -> list[Entrant]:
        """Return the players as entrants, in the order in which they came."""
        return [
            Entrant(name, IMPORTED, version=next(iter(versions)) if len(versions) == 1 else "")
            for name, versions in zip(self.shown, self.versions, strict=True)
        ]

    def _place(self, name: str) -> int:
        place = self.places.get(name)
        if place is None:
            place = self.places[name] = len(self.shown)
            self.shown.append(first_free(presentable(name), set(self.shown)))
            self.versions.append(set())
        return place

    def _number(self, record: Record, pair: tuple[int, int], seating: str) -> int:
        key, taken = self._key(record), self.numbers[pair]
        other = "ab"[seating == "a"]
        if key and (waiting := self.waiting.get((*pair, other, key))):
            return waiting.popleft()
        own = int(record.name[-6:-1]) if OURS.fullmatch(record.name) else 0
        number = own if own and own not in taken else len(taken) + 1
        while number in taken:
            number += 1
        taken.add(number)
        if key:
            self.waiting[(*pair, seating, key)].append(number)
        return number

    def _key(self, record: Record) -> Key:
        """Return what a game began with, as far as it tells that another one began alike; empty if it does not."""
        if OURS.fullmatch(record.name):
            return ("name", record.name[:-1])
        if record.start != self.usual_start or record.opening:
            return ("opening", record.start, record.actions[: record.opening])
        return () if record.round in UNKNOWN_ROUNDS else ("round", record.event, record.round)
