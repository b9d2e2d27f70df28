"""Who meets whom, when, and from which opening: a pure function of the plan and of the results so far.

Every pairing plays the same openings in the same order, each with both seatings, and none twice while others are
unused. A game's name and seed depend on its pairing, opening and seating alone, so that more games, more minds, or
another order of playing change nothing about it.
"""

import hashlib
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count

from msgspec import Struct

from arena.tournament.plan import Plan
from world.api import Opening

Results = Mapping[str, tuple[float, ...]]  # of finished games, by their names: what each seat has won
MOST_TRIES = 10_000  # to find pairs that have not met
TIE_BREAKS = 3  # further pairs of games in a knockout match that is level; then the earlier named goes on


class Task(Struct, frozen=True):
    """One game to be played."""

    name: str
    round: int
    seats: tuple[int, ...]  # places of the minds in the plan, by seat
    opening: Opening
    seed: int
    memories: tuple[str, ...] = ()  # what the minds have kept from their games before this one

    @property
    def pair(self) -> str:
        """What is not independent of each other: the two games of an opening between the same minds."""
        return self.name[:-1]


def order_openings(plan: Plan, openings: Sequence[Opening]) -> list[Opening]:
    """The openings as this tournament takes them."""
    ordered = list(openings)
    if plan.order == "seeded":
        random.Random(plan.seed).shuffle(ordered)
    return ordered


def due(plan: Plan, openings: Sequence[Opening], results: Results) -> list[Task]:
    """The games that can be played now and have not been; none when the tournament is over."""
    formats = {
        "roundrobin": _round_robin,
        "gauntlet": _gauntlet,
        "swiss": _swiss,
        "knockout": _knockout,
        "solo": _solo,
    }
    return [task for task in formats[plan.format](plan, openings, results) if task.name not in results]


def _games(
    plan: Plan, openings: Sequence[Opening], pair: tuple[int, int], round_: int, first: int, count: int
) -> Iterator[Task]:
    """A pairing's games from its opening number `first` on."""
    for number in range(first, first + math.ceil(count / 2)):
        for seating, seats in (("a", pair), ("b", pair[::-1])):
            if 2 * (number - first) + (seating == "b") < count:
                name = f"{min(pair) + 1:03}-{max(pair) + 1:03}-{number + 1:05}{'ab'[seats[0] > seats[1]]}"
                yield Task(name, round_, seats, openings[number % len(openings)], _seed(plan, name))


def _seed(plan: Plan, name: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{plan.seed} {name}".encode()).digest()[:7])


def berger(minds: int) -> list[list[tuple[int, int]]]:
    """The rounds of a round robin: everybody meets everybody once, and nobody plays twice in a round."""
    seats: list[int | None] = [*range(minds), *([None] if minds % 2 else [])]
    rounds = []
    for _ in range(len(seats) - 1):
        half = len(seats) // 2
        facing = zip(seats[:half], reversed(seats[half:]), strict=True)
        rounds.append([(one, other) for one, other in facing if one is not None and other is not None])
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return rounds


def _round_robin(plan: Plan, openings: Sequence[Opening], _results: Results) -> Iterator[Task]:
    """Opening by opening through all rounds, so that standings mean something before the end."""
    rounds = berger(len(plan.minds))
    for number in range(math.ceil(plan.games / 2)):
        for round_, pairs in enumerate(rounds, 1):
            for pair in pairs:
                yield from _games(plan, openings, pair, round_, number, min(2, plan.games - 2 * number))


def _gauntlet(plan: Plan, openings: Sequence[Opening], _results: Results) -> Iterator[Task]:
    """The first mind against each of the others."""
    for number in range(math.ceil(plan.games / 2)):
        for other in range(1, len(plan.minds)):
            yield from _games(plan, openings, (0, other), other, number, min(2, plan.games - 2 * number))


def _solo(plan: Plan, openings: Sequence[Opening], _results: Results) -> Iterator[Task]:
    """Each mind on each start, as often as there are to be games."""
    for number in range(plan.games):
        for mind in range(len(plan.minds)):
            name = f"{mind + 1:03}-{number + 1:05}a"
            yield Task(name, 1, (mind,), openings[number % len(openings)], _seed(plan, f"start {number}"))


# ── Formats in which a round depends on those before ─────────────────────────────────────────


def _swiss(plan: Plan, openings: Sequence[Opening], results: Results) -> Iterator[Task]:
    """In every round equals meet, but never the same two again; each round has openings of its own."""
    rounds = swiss_rounds(plan)
    points, met, rested = dict.fromkeys(range(len(plan.minds)), 0.0), set[tuple[int, int]](), set[int]()
    for round_ in range(1, rounds + 1):
        pairs, resting = _equals(points, met, rested)
        first = (round_ - 1) * math.ceil(plan.games / 2)
        tasks = [task for pair in pairs for task in _games(plan, openings, pair, round_, first, plan.games)]
        yield from tasks
        if not pairs or any(task.name not in results for task in tasks):
            return
        _add_up(tasks, results, points)
        met.update(pairs)
        if resting is not None:
            points[resting] += plan.games / 2  # as if level: it has no part in the ratings
            rested.add(resting)


def swiss_rounds(plan: Plan) -> int:
    """As many as are asked for, or enough to find the best; but not so many that all have met."""
    minds = len(plan.minds)
    return min(plan.rounds or math.ceil(math.log2(minds)) + 1, minds - 1 + minds % 2)


def _add_up(tasks: Sequence[Task], results: Results, points: dict[int, float]) -> None:
    for task in tasks:
        for mind, score in zip(task.seats, results[task.name], strict=True):
            points[mind] += score


def _equals(
    points: Mapping[int, float], met: set[tuple[int, int]], rested: set[int]
) -> tuple[list[tuple[int, int]], int | None]:
    """Who meets whom, the leaders first; and who rests, if their number is odd: the last who has not yet."""
    order = sorted(points, key=lambda mind: (-points[mind], mind))
    resting = None
    if len(order) % 2:
        resting = next((mind for mind in reversed(order) if mind not in rested), order[-1])
        order.remove(resting)
    neighbours = [(min(pair), max(pair)) for pair in zip(order[::2], order[1::2], strict=True)]
    return _matched(order, met, count(MOST_TRIES, -1)) or neighbours, resting  # somebody may have to meet again


def _matched(order: Sequence[int], met: set[tuple[int, int]], tries: Iterator[int]) -> list[tuple[int, int]] | None:
    """Pairs that have not met, neighbours if possible; None if no way is found to make them."""
    if not order:
        return []
    if next(tries) < 0:
        return None
    for place, other in enumerate(order[1:], 1):
        pair = (min(order[0], other), max(order[0], other))
        if pair not in met and (rest := _matched([*order[1:place], *order[place + 1 :]], met, tries)) is not None:
            return [pair, *rest]
    return None


def _knockout(plan: Plan, openings: Sequence[Opening], results: Results) -> Iterator[Task]:
    """Matches of which the winner goes on. The first named meets the last named, and is ahead where all is level."""
    bracket: list[int | None] = _bracket(len(plan.minds))
    round_ = 1
    while len(bracket) > 1:
        winners: list[int | None] = []
        for one, other in zip(bracket[::2], bracket[1::2], strict=True):
            if one is None or other is None:
                winners.append(other if one is None else one)
                continue
            winner, tasks = _match(plan, openings, (min(one, other), max(one, other)), round_, results)
            yield from tasks
            winners.append(winner)
        if any(winner == UNDECIDED for winner in winners):
            return
        bracket, round_ = winners, round_ + 1


UNDECIDED = -1


def _bracket(minds: int) -> list[int | None]:
    """Places so that the best named meet as late as can be; None is nobody, whose opponent goes on."""
    order = [0]
    while len(order) < minds:
        order = [place for seed in order for place in (seed, 2 * len(order) - 1 - seed)]
    return [seed if seed < minds else None for seed in order]


def champion(plan: Plan, openings: Sequence[Opening], results: Results) -> int | None:
    """The mind that is left in a knockout, when it is over."""
    last = list(_knockout(plan, openings, results))[-1:]
    if not last or due(plan, openings, results):
        return None
    pair = (min(last[0].seats), max(last[0].seats))
    return _match(plan, openings, pair, last[0].round, results)[0]


def _match(
    plan: Plan, openings: Sequence[Opening], pair: tuple[int, int], round_: int, results: Results
) -> tuple[int, list[Task]]:
    """Who has won a match, and all of its games; level ones go on for some pairs of games."""
    tasks = list(_games(plan, openings, pair, round_, 0, plan.games))
    for extra in range(TIE_BREAKS + 1):
        if any(task.name not in results for task in tasks):
            return UNDECIDED, tasks
        points = dict.fromkeys(pair, 0.0)
        _add_up(tasks, results, points)
        if points[pair[0]] != points[pair[1]]:
            return max(pair, key=lambda mind: points[mind]), tasks
        if extra < TIE_BREAKS:
            tasks += _games(plan, openings, pair, round_, math.ceil(plan.games / 2) + extra, 2)
    return pair[0], tasks


def total(plan: Plan) -> int | None:
    """How many games there will be in all; None if that depends on results."""
    minds = len(plan.minds)
    if plan.format == "swiss":
        return swiss_rounds(plan) * (minds // 2) * plan.games
    pairs = {"roundrobin": len(list(combinations(range(minds), 2))), "gauntlet": minds - 1, "solo": minds}
    return pairs[plan.format] * plan.games if plan.format in pairs else None
