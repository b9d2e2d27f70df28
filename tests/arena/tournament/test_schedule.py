"""The games of every format are a pure function of the plan and the results."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.formats import due, total
from arena.tournament.formats.roundrobin import circle_rounds
from arena.tournament.plan import Plan
from arena.tournament.schedule import Results, Task, order_openings
from world.api import Opening

OPENINGS = [Opening(f"o{number}") for number in range(50)]


def plan(minds: int, **fields: object) -> Plan:
    return Plan(minds=tuple(f"m{number}" for number in range(minds)), **fields)  # type: ignore[arg-type]


def played(one: Plan, seed: int = 0, stronger: bool = False) -> list[Task]:
    """Return all games of a tournament, with random results, or with wins of the mind listed first."""
    luck, results, tasks = random.Random(seed), dict[str, tuple[float, ...]](), []
    while new := due(one, OPENINGS, results):
        assert len(tasks) < 10_000
        tasks += new
        for task in luck.sample(new, len(new)):
            score = float(task.seats[0] < task.seats[-1]) if stronger else luck.choice([0.0, 0.5, 1.0])
            results[task.name] = (score, 1 - score)[: len(task.seats)]
    return tasks


@given(st.integers(2, 15))
def test_circle_rounds(minds: int) -> None:
    """In the circle method every pair meets once, and no mind plays twice in a round."""
    rounds = circle_rounds(minds)
    assert len(rounds) == minds - 1 + minds % 2
    assert Counter(frozenset(pair) for pairs in rounds for pair in pairs) == Counter(
        frozenset(pair) for pair in combinations(range(minds), 2)
    )
    for pairs in rounds:
        seats = [mind for pair in pairs for mind in pair]
        assert len(seats) == len(set(seats))


@given(st.integers(2, 7), st.integers(1, 12))
def test_a_round_robin_is_fair(minds: int, games: int) -> None:
    """Each pairing plays the same openings in both seatings, none twice, and as many games as planned."""
    tasks = played(plan(minds, games=games))
    assert len(tasks) == total(plan(minds, games=games)) == games * minds * (minds - 1) // 2
    assert len({task.name for task in tasks}) == len({task.seed for task in tasks}) == len(tasks)
    by_pair: dict[frozenset[int], list[Task]] = {}
    for task in tasks:
        by_pair.setdefault(frozenset(task.seats), []).append(task)
    openings = [Counter(task.opening.name for task in own) for own in by_pair.values()]
    assert all(one == openings[0] for one in openings)
    assert max(openings[0].values()) <= 2
    for own in by_pair.values():
        assert len({(task.opening.name, task.seats) for task in own}) == games


def test_openings_are_used_up_before_they_come_again() -> None:
    """Openings repeat only after all have been used, in the same order."""
    tasks = played(plan(2, games=120))
    counts = Counter(task.opening.name for task in tasks)
    assert set(counts.values()) == {2, 4}
    assert len(counts) == 50


def test_games_do_not_depend_on_what_else_is_played() -> None:
    """More games and more minds do not change the games of a smaller plan."""
    small = {task.name: task for task in played(plan(3, games=4))}
    large = {task.name: task for task in played(plan(5, games=10))}
    assert {name: (task.seats, task.opening, task.seed) for name, task in small.items()} == {
        name: (large[name].seats, large[name].opening, large[name].seed) for name in small
    }


def test_what_was_played_is_not_due() -> None:
    """A game with a result is not due."""
    one = plan(3, games=4)
    tasks = due(one, OPENINGS, {})
    results: Results = {task.name: (1.0, 0.0) for task in tasks[:5]}
    assert due(one, OPENINGS, results) == tasks[5:]


def test_a_gauntlet_is_one_against_all() -> None:
    """In a gauntlet the mind listed first meets all others, and they do not meet each other."""
    tasks = played(plan(4, format="gauntlet", games=6))
    assert len(tasks) == 18
    assert all(0 in task.seats for task in tasks)


@given(st.integers(2, 12), st.integers(0, 10))
def test_swiss_rounds(minds: int, seed: int) -> None:
    """No pair meets twice if it can be avoided, no mind has two byes, and every round has new openings."""
    one = plan(minds, format="swiss", games=2, rounds=3)
    tasks = played(one, seed)
    met = Counter(frozenset(task.seats) for task in tasks)
    assert max(met.values()) <= (2 if minds > 6 else 4), "only among few may somebody have to meet again"
    assert len(tasks) == total(one)
    for number in {task.round for task in tasks}:
        own = [task for task in tasks if task.round == number]
        assert len({mind for task in own for mind in task.seats}) == 2 * (minds // 2)
    rounds: dict[str, set[int]] = {}
    for task in tasks:
        rounds.setdefault(task.opening.name, set()).add(task.round)
    assert all(len(numbers) == 1 for numbers in rounds.values())


def test_in_a_swiss_equals_meet() -> None:
    """Winners of the first round of a Swiss meet winners in the second."""
    tasks = played(plan(8, format="swiss", games=2, rounds=2), stronger=True)
    winners = {min(task.seats) for task in tasks if task.round == 1}
    second = [set(task.seats) for task in tasks if task.round == 2]
    assert all(pair <= winners or not pair & winners for pair in second)


@given(st.integers(2, 17), st.integers(0, 5))
def test_a_knockout_leaves_one(minds: int, seed: int) -> None:
    """All minds but one lose a match, and level matches are decided by more games."""
    tasks = played(plan(minds, format="knockout", games=2), seed)
    pairs = {frozenset(task.seats) for task in tasks}
    assert len(pairs) == minds - 1
    assert {mind for pair in pairs for mind in pair} == set(range(minds))
    assert max(Counter(frozenset(task.seats) for task in tasks).values()) <= 8


def test_the_best_meet_last() -> None:
    """If the stronger mind always wins, the first two of the list meet in the final."""
    tasks = played(plan(8, format="knockout", games=2), stronger=True)
    assert set(max(tasks, key=lambda task: task.round).seats) == {0, 1}


def test_solo_is_each_mind_on_each_start() -> None:
    """In a world with one seat, all minds have the same starts with the same seeds."""
    tasks = played(plan(3, format="solo", games=5))
    assert len(tasks) == 15
    assert len({task.seed for task in tasks}) == 5
    assert {task.seats for task in tasks} == {(0,), (1,), (2,)}


@pytest.mark.parametrize("order", ["seeded", "sequential"])
def test_the_order_of_openings(order: str) -> None:
    """Sequential keeps the order of the openings; seeded shuffles them the same way every time."""
    one = plan(2, order=order, seed=4)
    assert order_openings(one, OPENINGS) == order_openings(one, OPENINGS)
    assert (order_openings(one, OPENINGS) == OPENINGS) == (order == "sequential")
    assert sorted(order_openings(one, OPENINGS), key=lambda opening: opening.name) == sorted(
        OPENINGS, key=lambda opening: opening.name
    )
