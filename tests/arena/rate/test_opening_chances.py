"""Openings and chance: exact probabilities, corrected for their number, and intervals that hold."""

from itertools import product
from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest
from scipy.special import bdtrc

from arena.rate.openings import corrected, interval, most_often, noticeable, p_value, shares, spread, sums
from arena.store.tables import openings, openings_by_mind
from tests.bench.openings import measure, tournament


def test_probabilities_are_those_of_all_draws() -> None:
    """The probability of a sum is the share of all possible draws that are at least as far from the mean."""
    one, other = np.array([0.0, 0.5, 0.5, 1.0]), np.array([0.25, 0.5, 1.0])
    distribution = sums([shares(one), shares(other)])
    draws = [a + b for a, b in product(one, other)]
    mean = np.mean(draws)
    for total in (0.25, 1.0, 2.0):
        wanted = np.mean([abs(draw - mean) >= abs(total - mean) - 1e-9 for draw in draws])
        assert p_value(distribution, total) == pytest.approx(wanted)


def test_coins_and_correction() -> None:
    """Pairs won by one side are coins; Holm's correction multiplies, keeps the order, and stops at 1."""
    assert most_often(9, 10) == pytest.approx(2 * bdtrc(8, 10, 0.5))
    assert most_often(5, 10) == 1.0
    assert list(corrected([0.01, 0.5, 0.02, 0.4])) == pytest.approx([0.04, 0.8, 0.06, 0.8])
    assert len(corrected([])) == 0


def test_intervals_are_honest_about_few_games() -> None:
    """An interval is Wilson's: it has a width even if all was won, one that shrinks with the number of games."""
    z = NormalDist().inv_cdf(0.975)
    low, high = interval(0.7, 10)
    assert (low, high) == pytest.approx((0.39678, 0.89221), abs=1e-4)
    assert 0.7 - low == pytest.approx(z * (low * (1 - low) / 10) ** 0.5)
    assert interval(1.0, 1)[0] < 0.3 < 0.9 < interval(1.0, 50)[0]
    assert interval(1.0, 50)[1] == pytest.approx(1.0)
    assert spread(0.5, 0.0, 0) == spread(1.0, 0.0, 50) == 1.0
    assert spread(0.5, 0.05, 1000) == pytest.approx(0.2, abs=0.01)


def test_few_pairs_tell_nothing() -> None:
    """With two pairs no opening can be noticed; with 50 one that is a fifth of all points off can."""
    chances = shares(np.array([0.0, 0.25, 0.5, 0.5, 0.5, 0.75, 1.0]))
    assert noticeable(sums([chances] * 2), 0.05 / 20) == 1.0
    assert noticeable(sums([chances] * 50), 0.05 / 20) < 0.2


def test_chance_is_not_taken_for_an_opening() -> None:
    """In few tournaments of random games anything is called more than chance; 95 % intervals hold in about 95 %."""
    found = measure(25)
    assert found["false alarm in openings"] <= 0.12
    assert found["false alarm in openings_by_mind"] <= 0.12
    assert 0.93 < found["interval of openings holds"] < 0.99
    assert 0.93 < found["by mind"] < 0.99


def test_a_decisive_opening_is_found() -> None:
    """An opening that nearly always decides for the first seat comes first, far below 5 %; no other does."""
    table = openings.read(tournament(np.random.default_rng(3), decisive=3.0))
    assert table["opening"][0] == "o0"
    assert table["p_first"][0] < 0.001 < 0.2 < table["p_first"][1]
    assert table["low"][0] > table["expected"][0]


def test_a_mind_that_knows_an_opening_is_found() -> None:
    """A mind that wins all games of one opening, and half elsewhere, is found with that opening and no other."""
    results = tournament(np.random.default_rng(3))
    games = results.games
    for seat, score, other in (("first", "score_first", "score_second"), ("second", "score_second", "score_first")):
        own = (games[seat] == "m0") & (games["opening"] == "o7")
        games.loc[own, [score, other]] = [1.0, 0.0]
    table = openings_by_mind.read(results)
    assert list(table.loc[0, ["mind", "opening"]]) == ["m0", "o7"]
    assert table["p_value"][0] < 0.01
    assert (table["score"][0], table["games"][0], table["pairs"][0]) == (1.0, 10, 5)
    assert set(table.loc[(table["p_value"] < 0.05), "opening"]) == {"o7"}


def test_repeated_games_count_once() -> None:
    """Games that repeat others move for move change neither counts nor probabilities."""
    results = tournament(np.random.default_rng(5), openings=6)
    before, games = (openings.read(results), openings_by_mind.read(results)), results.games
    again = games.assign(game="x" + games["game"], pair="x" + games["pair"], duplicate=True)
    results.games = pd.concat([games, again], ignore_index=True)
    for one, other in zip(before, (openings.read(results), openings_by_mind.read(results)), strict=True):
        assert one.equals(other)
