"""The parts that all formats share: games to play, the order of openings, and the names and seeds of games.

Each opening is played twice, once with each seating, and is repeated only after all have been used. All pairings play
the same openings in the same order, except that each round of a Swiss tournament has its own. A game's name depends on
its pairing, opening and seating, and its seed on its name and the plan's seed. So more games, more minds or another
order of playing change nothing about a game.
"""

import hashlib
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import Struct

from world.api import Opening

if TYPE_CHECKING:
    from arena.tournament.settings import Plan

Results = Mapping[str, tuple[float, ...]]  # finished games by name: the score of each seat


class Task(Struct, frozen=True, gc=False):
    """A game to play."""

    name: str
    round: int
    seats: tuple[int, ...]  # by seat: the mind's index in the plan
    opening: Opening
    seed: int
    memories: tuple[str, ...] = ()  # by seat: what a learner has kept from its earlier games

    @property
    def pair(self) -> str:
        """The name that the two games of one opening between the same minds share."""
        return self.name[:-1]


@dataclass(frozen=True)
class Place:
    """A mind's place in a format that ranks by points."""

    key: tuple[float, ...]  # ranked by the first number, fewer forfeits, and the other numbers; more is better
    columns: Mapping[str, float | str]  # of the standings
    unplayed: float = 0.0  # points without games, for byes


@dataclass(frozen=True)
class Format:
    """A way to pair minds. A file in `formats/` defines one as FORMAT; the file's name is the format's."""

    summary: str  # for `arena run --help`
    games: Callable[["Plan", Sequence[Opening], Results], Iterable[Task]]  # all that the results so far decide
    total: Callable[["Plan"], int | None]  # number of games; None if it depends on results
    places: "Callable[[Plan, Results], Sequence[Place]] | None" = None  # of all minds; None: ranked by Elo
    seats: int = 2  # of the worlds that it is for
    can_be_extended: bool = True  # by more games or more minds, after it has begun
    title: str = ""  # as people write it; "" if it is the file's name


def order_openings(plan: "Plan", openings: Sequence[Opening]) -> list[Opening]:
    """Return the openings in the order of the plan: as given, or shuffled by its seed."""
    ordered = list(openings)
    if plan.order == "seeded":
        random.Random(plan.seed).shuffle(ordered)
    return ordered


def pairing(
    plan: "Plan", openings: Sequence[Opening], pair: tuple[int, int], round_: int, first: int, count: int
) -> Iterator[Task]:
    """Yield `count` games of a pair, two for each opening, from opening number `first` on."""
    for number in range(first, first + math.ceil(count / 2)):
        for seating, seats in (("a", pair), ("b", pair[::-1])):
            if 2 * (number - first) + (seating == "b") < count:
                name = f"{min(pair) + 1:03}-{max(pair) + 1:03}-{number + 1:05}{'ab'[seats[0] > seats[1]]}"
                yield Task(name, round_, seats, openings[number % len(openings)], game_seed(plan, name))


def number_in_pairing(name: str) -> int:
    """Return the number of a game among those of its pairing, from 1: of 001-002-00002a the third."""
    *minds, last = name.split("-")
    number, seating = int(last[:-1]), last[-1]
    return number if len(minds) == 1 else 2 * number - (seating == "a")


def game_seed(plan: "Plan", name: str) -> int:
    """Return the seed of a game, which depends on its name and the plan's seed."""
    return int.from_bytes(hashlib.sha256(f"{plan.seed} {name}".encode()).digest()[:7])


def add_points(tasks: Iterable[Task], results: Results, points: dict[int, float]) -> None:
    """Add the scores of finished games to the points of their minds."""
    for task in tasks:
        for mind, score in zip(task.seats, results[task.name], strict=True):
            points[mind] += score
