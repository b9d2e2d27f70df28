"""Rank intervals and tiers: they hold for all minds at once, and never claim more than the games can show."""

from typing import Any

import numpy as np
import pytest

from arena.rate.pairs import Ratings, fit
from arena.rate.places import interval, marked, shared
from arena.rate.ranks import rank
from tests.bench.ranks import WAYS, in_one_tier, in_tiers_of_one, nobody_beats_anybody, round_robin, shares, swiss

ALL = np.ones((4, 4), bool)


@pytest.mark.parametrize("way", WAYS)
def test_copies_are_in_one_tier(way: str) -> None:
    """Copies of a program are in one tier, and hardly ever told apart, however their games hang together."""
    tier, alike = shares(40, lambda luck: fit(round_robin([0] * 12, 8, way, luck)), in_one_tier, nobody_beats_anybody)
    assert tier >= 0.95
    assert alike >= 0.9


def test_copies_in_a_swiss_are_in_one_tier() -> None:
    """Copies in a swiss are not told apart, although winners met winners; ratings taken for free would tell them."""

    def naive(luck: np.random.Generator) -> Ratings:
        return fit(swiss([0] * 32, 5, "same winner", luck))

    def honest(luck: np.random.Generator) -> Ratings:
        return fit(swiss([0] * 32, 5, "same winner", luck), paired_by_results=True)

    assert shares(10, honest, nobody_beats_anybody)[0] >= 0.9
    assert shares(10, naive, nobody_beats_anybody)[0] < 0.5


@pytest.mark.parametrize("way", WAYS[:2])
def test_clear_differences_are_seen(way: str) -> None:
    """Minds 200 Elo apart are each in a tier of their own after 100 games."""
    assert shares(40, lambda luck: fit(round_robin([200, 0], 100, way, luck)), in_tiers_of_one)[0] >= 0.95


@pytest.mark.parametrize("won", [0.0, 1.0])
def test_a_mind_that_lost_everything_is_below_all(won: float) -> None:
    """A broken mind among copies is in a tier of its own, and so is one that wins everything; two games are too few."""
    games = round_robin([0] * 12, 8, "independent", np.random.default_rng(2))
    changed = [(a, b, won if a == "m0" else 1 - won if b == "m0" else score, n) for a, b, score, n in games]
    found = fit(changed)
    assert found.tier == ((1, *[2] * 11) if won else (*[1] * 11, 2))
    assert fit([("a", "b", 1.0, 0), ("b", "a", 0.0, 0)]).tier == (1, 1)


def test_equal_results_are_no_order() -> None:
    """Copies of a deterministic program, which repeat one game, have equal ratings, one tier and all ranks."""
    games = [(a, b, 1.0, (min(a, b), max(a, b), n)) for a in "abcdef" for b in "abcdef" if a != b for n in range(4)]
    found = fit(games)
    assert shared(found.elo.round(6).tolist()) == [1] * 6
    assert (found.low, found.high, found.tier) == ((1,) * 6, (6,) * 6, (1,) * 6)


@pytest.mark.parametrize(
    "games",
    [
        [("a", "b", 1.0, 0), ("b", "a", 0.0, 0)],
        [("a", "b", 1.0, 0), ("b", "a", 0.0, 0)] * 50,
        [
            (*game, n)
            for n in range(40)
            for game in (("a", "b", 1.0), ("b", "a", 0.0), ("c", "d", 1.0), ("d", "c", 0.0))
        ],
    ],
)
def test_little_evidence_is_no_order(games: list[Any]) -> None:
    """One opening, one opening many times, and games between others, put no mind before another of another pool."""
    found = fit(games)
    if len(found.names) == 2:
        assert found.tier == (1, 1)
    else:
        assert found.los[found.names.index("a"), found.names.index("d")] == 0.5
        assert max(found.low) == 2, "only the opponents are compared"
        assert found.tier == (1,) * 4


def test_a_tier_ends_where_all_above_beat_all_below() -> None:
    """A mind that beats its neighbour's neighbour, but not its neighbour, is in one tier with both."""
    found = rank(np.array([300.0, 250.0, 200.0, 0.0]), np.diag([100.0] * 4), ALL)
    assert (found.low, found.high, found.tier) == ((1, 2, 3, 4), (1, 2, 3, 4), (1, 2, 3, 4))
    chain = rank(np.array([300.0, 270.0, 240.0, 0.0]), np.diag([100.0] * 4), ALL)
    assert chain.low == (1, 1, 2, 4)
    assert chain.high == (2, 3, 3, 4)
    assert chain.tier == (1, 1, 1, 2)
    shuffled = rank(np.array([0.0, 300.0, 240.0, 270.0]), np.diag([100.0] * 4), ALL)
    assert shuffled.tier == (2, 1, 1, 1), "the order of the minds does not matter"


def test_ranks_are_the_same_on_every_run() -> None:
    """The bootstrap has a seed: the same games give the same intervals, in any order of the games."""
    games = round_robin([0, 30, 60, 90, 120], 20, "independent", np.random.default_rng(1))
    one, other = fit(games), fit(games[::-1])
    assert (one.names, one.low, one.high, one.tier) == (other.names, other.low, other.high, other.tier)


def test_more_games_are_foretold() -> None:
    """Twice the errors of a difference need four times the games; a mind that is behind needs infinitely many."""
    few = fit(round_robin([40, 0], 100, "independent", np.random.default_rng(4)))
    one, other = few.names
    assert not few.beats(one, other)
    assert few.games_needed(one, other) > 1
    assert few.games_needed(other, one) == float("inf")


def test_equal_keys_share_a_rank() -> None:
    """Equal results share a rank, which is marked, and the next is skipped; an interval of one rank is a number."""
    ranks = shared([5, 4, 4, 3])
    assert ranks == [1, 2, 2, 4]
    assert marked(ranks) == ["1", "2=", "2=", "4"]
    assert (interval(3, 7), interval(2, 2)) == ("3–7", "2")
