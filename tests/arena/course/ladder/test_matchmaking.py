"""The next opponents on the ladder, and the seconds that their teams pay."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.course.ladder.accounts import Accounts
from arena.course.ladder.matchmaking import Matchmaker

BASELINES = frozenset({0, 1, 2})


def ladder(teams: int) -> Matchmaker:
    """A ladder of teams with one version each, after the baselines."""
    accounts = Accounts()
    names = {number + len(BASELINES): f"team {number}" for number in range(teams)}
    accounts.open(names.values(), [])
    return Matchmaker(accounts, BASELINES, names)


def by_number(one: int, other: int) -> float:
    """The likelihood that a mind is stronger, if its number is its strength."""
    return 1 / (1 + math.exp((other - one) / 2))


def play(matchmaker: Matchmaker, cost: dict[int, float], pairs: int) -> None:
    """Play pairs of games, each of which costs every mind its own seconds."""
    for _ in range(pairs):
        found = matchmaker.next(by_number)
        assert found is not None
        matchmaker.met[frozenset(found)] += 1
        for mind in found:
            if mind in matchmaker.teams:
                team = matchmaker.teams[mind]
                reserved = matchmaker.accounts.reserve(team)
                matchmaker.accounts.settle(team, reserved, 2 * cost[mind])


def test_a_new_version_meets_each_baseline_first() -> None:
    """The baselines hold the scale, so a new version begins with one pair against each."""
    matchmaker = ladder(1)
    play(matchmaker, {3: 1.0}, 3)
    assert all(matchmaker.met[frozenset((3, other))] == 1 for other in BASELINES)


def test_nobody_else_draws_a_new_version_into_games_before() -> None:
    """Also a newcomer that begins late, because its team has used more time than others, has the baselines first."""
    matchmaker = ladder(5)
    cost = dict.fromkeys(matchmaker.teams, 1.0) | {8: 1.0}
    play(matchmaker, cost, 100)
    accounts, newcomer = matchmaker.accounts, 8
    accounts.open(["new"], list(matchmaker.teams.values()))
    accounts.paid["new"] += 3.0  # little enough for others to draw it, too much for it to begin
    matchmaker.teams[newcomer] = "new"
    met = []
    for _ in range(100):
        before = matchmaker.met.copy()
        play(matchmaker, cost, 1)
        ((pair, _),) = (matchmaker.met - before).items()
        met += [next(iter(pair - {newcomer}))] if newcomer in pair else []
    assert set(met[: len(BASELINES)]) == BASELINES
    assert set(met) > BASELINES


def test_all_teams_get_the_same_share_of_time() -> None:
    """Teams whose minds cost between 0.1 and 10 seconds a game, and one that hangs, differ by less than a fifth."""
    matchmaker, draw = ladder(12), random.Random(1)
    cost = {mind: 10 ** draw.uniform(-1, 1) for mind in matchmaker.teams}
    cost[3] = 20.0
    play(matchmaker, cost, 20_000)
    shares = sorted(matchmaker.accounts.paid.values())
    assert shares[-1] < 1.2 * shares[0]


def test_the_least_clear_order_is_played_most() -> None:
    """Minds play their neighbours more often than those that are clearly stronger or weaker."""
    matchmaker = ladder(10)
    play(matchmaker, dict.fromkeys(matchmaker.teams, 1.0), 2_000)
    near = sum(matchmaker.met[frozenset((mind, mind + 1))] for mind in range(3, 12))
    far = sum(matchmaker.met[frozenset((mind, mind + 7))] for mind in range(3, 6))
    assert near / 9 > 3 * far / 3


def test_who_comes_later_catches_up_on_nobody() -> None:
    """A team that joins late begins with what the others have paid, and gets its share from then on only."""
    matchmaker = ladder(4)
    play(matchmaker, dict.fromkeys(matchmaker.teams, 1.0), 400)
    matchmaker.accounts.open(["late"], list(matchmaker.teams.values()))
    matchmaker.teams[7] = "late"
    before = dict(matchmaker.accounts.paid)
    play(matchmaker, dict.fromkeys(matchmaker.teams, 1.0), 1_000)
    gained = sorted(matchmaker.accounts.paid[team] - before[team] for team in before)
    assert gained[-1] < 1.2 * gained[0]


def test_a_game_that_was_not_finished_costs_nothing() -> None:
    """The seconds that were reserved for a void game are given back."""
    accounts = Accounts()
    accounts.open(["ann"], [])
    accounts.settle("ann", accounts.reserve("ann"), 0.0)
    assert accounts.balance("ann") == 0.0


def test_nobody_plays_where_nobody_is() -> None:
    """A ladder without versions has no next game."""
    assert ladder(0).next(by_number) is None


@settings(deadline=None, max_examples=30)
@given(st.lists(st.floats(0.01, 100), min_size=2, max_size=8), st.integers(1, 200))
def test_nobody_plays_itself_or_a_baseline_another(costs: list[float], pairs: int) -> None:
    """Each game is between a version that plays and somebody else."""
    matchmaker = ladder(len(costs))
    play(matchmaker, dict(zip(matchmaker.teams, costs, strict=True)), pairs)
    assert sum(matchmaker.met.values()) == pairs
    assert all(len(pair) == 2 and not pair <= BASELINES for pair in matchmaker.met)
    assert min(matchmaker.accounts.paid.values()) >= 0
    assert sum(matchmaker.accounts.reserved.values()) == pytest.approx(0)


def test_who_rested_catches_up_on_nobody() -> None:
    """A team whose version was disqualified comes back with the least that those who played have paid meanwhile."""
    accounts = Accounts({"ann": 10.0, "bob": 12.0, "rested": 1.0})
    accounts.open(["ann", "bob", "rested"], ["ann", "bob"])
    assert accounts.paid == {"ann": 10.0, "bob": 12.0, "rested": 10.0}
