"""Ratings, Elo and SPRT agree with published figures and independent fits, and stay finite in extreme cases."""

import math
import random
import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq, minimize

from arena.errors import RateError
from arena.rate.elo import K, estimate
from arena.rate.model import Model
from arena.rate.pairs import SCALE, Ratings, fit
from arena.rate.sprt import bounds, llr

LLR = [
    ("normalized", (36433, 36027, 68692), 0, 2, 0.923293450946),
    ("normalized", (10871, 10650, 20431), -1.75, 0.25, 2.297500407106),
    ("logistic", (21404, 21184, 40708), 0.5, 2.5, -1.571888792694),
    ("normalized", (365, 16618, 36229, 16974, 390), 0, 2, 2.250367703549),
    ("logistic", (223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.074126439589),
]


@pytest.mark.parametrize(("model", "counts", "elo0", "elo1", "value"), LLR)
def test_sprt_is_the_published_one(model: str, counts: tuple[int, ...], elo0: float, elo1: float, value: float) -> None:
    """The log-likelihood ratio equals the vectors; in fifty digits the third is -1.57188879269218, in doubles noise."""
    assert llr(counts, elo0, elo1, model=model) == pytest.approx(value, abs=5e-12)  # type: ignore[arg-type]


def test_bounds_are_the_published_ones() -> None:
    """The bounds for risks of five per cent are the published ones."""
    assert (bounds().lower, bounds().upper) == pytest.approx((-2.9444389791664403, 2.9444389791664403), abs=1e-15)


@pytest.mark.parametrize(
    ("counts", "elo", "error", "los"),
    [((76, 89, 123), -15.693521, 30.458001, 0.155326), ((34, 54, 63, 64, 75), 55.579780, 27.653430, 0.999970)],
)
def test_elo_is_the_published_one(counts: tuple[int, ...], elo: float, error: float, los: float) -> None:
    """Elo, half-interval and likelihood of superiority equal the vectors to every digit given."""
    found = estimate(counts)
    assert (round(found.elo, 6), round(found.elo_error, 6), round(found.los, 6)) == (elo, error, los)


def test_normalized_elo_by_hand() -> None:
    """Normalized Elo is the mean in units of a game's deviation, times K; pairs give the same scale."""
    assert pytest.approx(347.43558552260146, abs=1e-12) == K
    games = estimate((60, 20, 20))
    assert games.nelo == pytest.approx(K * 0.2 / math.sqrt(0.6 * 0.09 + 0.2 * 0.04 + 0.2 * 0.49))
    independent = [w * v for w, v in product((0.25, 0.5, 0.25), repeat=2)]
    pairs = [
        independent[0],
        2 * independent[1],
        2 * independent[2] + independent[4],
        2 * independent[5],
        independent[8],
    ]
    assert estimate([round(1600 * share) for share in pairs]).nelo == pytest.approx(0)


TABLE = """
    N1–N100 10-1-9   N1–N20 10-5-5   N1–N400 1-3-16   N100–N1 10-4-6   N100–N20 8-4-8   N100–N400 5-0-15
    N20–N1 11-3-6    N20–N100 12-0-8 N20–N400 8-2-10  N400–N1 17-1-2   N400–N100 13-1-6 N400–N20 18-2-0
"""


def table() -> list[tuple[str, str, float]]:
    """Return the 240 games: White's wins, draws and losses."""
    games = []
    for first, second, *counts in re.findall(r"(\w+)–(\w+) (\d+)-(\d+)-(\d+)", TABLE):
        for score, count in zip((1.0, 0.5, 0.0), counts, strict=True):
            games += [(first, second, score)] * int(count)
    return games


@pytest.mark.parametrize(
    ("advantage", "ratings", "first"),
    [
        (False, {"N400": 164.6599, "N20": -39.8883, "N100": -44.5797, "N1": -80.1919}, 0.0),
        (True, {"N400": 168.4251, "N20": -40.7790, "N100": -45.5839, "N1": -82.0622}, 55.842),
    ],
)
def test_ratings_are_the_published_ones(advantage: bool, ratings: dict[str, float], first: float) -> None:
    """The 240-game table gives the published ratings within 0.001, where the likelihood is greatest to ten digits."""
    found = fit(table(), prior=0, advantage=advantage)
    assert len(table()) == 240
    assert found.names == tuple(ratings)
    assert list(found.elo) == pytest.approx(list(ratings.values()), abs=0.001)
    assert found.advantage == pytest.approx(first, abs=0.001)
    elo = dict(zip(found.names, found.elo, strict=True))
    for name in elo:  # at the maximum everybody scores just what is expected
        missing = 0.0
        for one, other, score in table():
            share = 1 / (1 + 10 ** (-(elo[one] - elo[other] + found.advantage) / 400))
            missing += (score - share) * ((one == name) - (other == name))
        assert abs(missing) < 1e-9


def scipy_fit(games: list[tuple[str, str, float]], prior: float) -> dict[str, float]:
    """Return ratings by a general minimizer of the written-out likelihood."""
    names = sorted({name for game in games for name in game[:2]})

    def cost(x: np.ndarray) -> float:
        ratings = dict(zip(names, x[:-1], strict=True))
        total = 0.0
        for first, second, score in games:
            share = 1 / (1 + math.exp(-(ratings[first] - ratings[second] + x[-1])))
            total -= score * math.log(share) + (1 - score) * math.log(1 - share)
        for rating in x:  # the advantage is held as the ratings are
            share = 1 / (1 + math.exp(-rating))
            total -= prior * 0.5 * (math.log(share) + math.log(1 - share))
        return total + 0.5 * float(np.mean(x[:-1])) ** 2

    x = minimize(cost, np.zeros(len(names) + 1), method="BFGS", options={"gtol": 1e-9}).x
    return dict(zip(names, (x[:-1] - x[:-1].mean()) * SCALE, strict=True))


@pytest.mark.filterwarnings("ignore:.*precision loss.*")
@pytest.mark.parametrize("prior", [0.0, 1.0])
def test_an_independent_fit_agrees(prior: float) -> None:
    """Scipy's minimizer finds the same ratings within a thousandth of a point."""
    found, other = fit(table(), prior=prior), scipy_fit(table(), prior)
    for name, elo in zip(found.names, found.elo, strict=True):
        assert abs(elo - other[name]) < 0.001


def test_an_independent_llr_agrees() -> None:
    """Scipy's root finder gives the same tilt, and so the same ratio."""
    counts, shares = (30, 50, 20), [0.3, 0.5, 0.2]
    likely = []
    for elo in (0.0, 10.0):
        slopes = [value - 1 / (1 + 10 ** (-elo / 400)) for value in (1.0, 0.0, 0.5)]

        def average(theta: float, slopes: list[float] = slopes) -> float:
            return sum(share * slope / (1 + theta * slope) for share, slope in zip(shares, slopes, strict=True))

        theta = brentq(average, -1 / max(slopes) + 1e-9, -1 / min(slopes) - 1e-9, xtol=1e-15)
        likely.append([share / (1 + theta * slope) for share, slope in zip(shares, slopes, strict=True)])
    value = 100 * sum(share * math.log(p1 / p0) for share, p0, p1 in zip(shares, *likely, strict=True))
    assert llr(counts, 0, 10, "logistic") == pytest.approx(value, abs=1e-9)


counted = st.lists(st.integers(0, 500), min_size=3, max_size=3) | st.lists(st.integers(0, 500), min_size=5, max_size=5)


@given(counted, st.floats(-20, 20), st.floats(0.1, 20), st.sampled_from(["normalized", "logistic"]))
def test_figures_are_always_finite(counts: list[int], elo0: float, width: float, model: str) -> None:
    """No result gives infinity or NaN, and swapped hypotheses change the sign of the ratio."""
    found = estimate(counts)
    assert all(math.isfinite(value) for value in vars(found).values() if isinstance(value, float))
    assert found.remark or found.elo_error > 0
    ratio = llr(counts, elo0, elo0 + width, model)  # type: ignore[arg-type]
    assert math.isfinite(ratio)
    assert ratio == pytest.approx(-llr(counts, elo0 + width, elo0, model), abs=1e-6)  # type: ignore[arg-type]


@settings(max_examples=50)
@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("efgh"), st.sampled_from([0.0, 0.5, 1.0])), max_size=60)
)
def test_ratings_are_always_finite(games: list[tuple[str, str, float]]) -> None:
    """Ratings are finite and centred for any set of games."""
    found = fit(games)
    assert np.isfinite(found.elo).all()
    assert np.isfinite(found.error).all()
    assert abs(found.elo.sum() if len(found.elo) else 0) < 1e-6
    assert list(found.elo) == sorted(found.elo, reverse=True)
    assert np.allclose(found.los + found.los.T, 1)


def test_hopeless_cases_are_said_in_words() -> None:
    """Remarks name minds that lost everything, minds with one game, and pools that never met."""
    games = [("a", "b", 1.0)] * 5 + [("c", "d", 0.5)]
    remarks = " ".join(fit(games).remarks)
    assert "a has won all of 5 games" in remarks
    assert "b has lost all of 5 games" in remarks
    assert "c has played one game" in remarks
    assert "have not met, and cannot be compared: a, b; c, d" in remarks
    assert "won everything" in estimate((10, 0, 0)).remark
    assert fit([]).remarks == ("no games",)
    assert estimate((0, 0, 0)).remark == "no games"


def simulate(elo: float, pairs: int, luck: random.Random, alike: bool = False) -> Ratings:
    """Rate simulated games of two minds of known difference; with `alike`, both games of an opening end the same."""
    games = []
    for opening in range(pairs):
        share = 1 / (1 + 10 ** (-elo / 400))
        first = float(luck.random() < share)
        second = 1 - first if alike else float(luck.random() < 1 - share)
        games += [("strong", "weak", first, opening), ("weak", "strong", second, opening)]
    return fit(games)


@pytest.mark.parametrize("elo", [0, 100])
def test_intervals_hold_what_they_promise(elo: float) -> None:
    """In 300 tournaments of known strength the 95 % interval misses about one in twenty."""
    luck, missed = random.Random(5), 0
    for _ in range(300):
        found = simulate(elo, 60, luck)
        strong = found.names.index("strong")
        missed += abs(found.elo[strong] - elo / 2) > found.error[strong]
    assert 4 <= missed <= 28


def test_nothing_is_certain() -> None:
    """Intervals stay positive even if all results agree."""
    sweep = [(one, other, 1.0, n) for n in range(50) for one in "ab" for other in "cd"]
    level = [("a", "b", 1.0, 100 + n) for n in range(20)] + [("b", "a", 1.0, 100 + n) for n in range(20)]
    assert fit(sweep + level + [("c", "d", 1.0, 0), ("d", "c", 1.0, 0)]).error.min() > 20
    colours = fit([("a", "b", 1.0, n) for n in range(20)] + [("b", "a", 1.0, n) for n in range(20)])
    assert colours.error.min() > 20
    assert 0 < colours.advantage < 2000
    assert colours.advantage_error > 50
    one = fit([("a", "b", 1.0)])
    assert one.names == ("a", "b")
    assert abs(one.advantage) < 500
    for counts in ((10, 0, 0), (0, 0, 10), (0, 0, 0, 0, 10), (0, 0, 7, 0, 0)):
        found = estimate(counts)
        assert found.elo_error > 10
        assert "every result was the same" in found.remark or "everything" in found.remark
        assert (found.nelo > 0) == (found.elo > 0)
        assert 0 < found.los < 1


def test_copies_are_no_news() -> None:
    """Repeated games do not narrow the interval."""
    twice = [("a", "b", 1.0, 0), ("b", "a", 0.0, 0)]
    assert fit(twice * 12).error[0] >= 0.9 * fit([*twice[:1], ("b", "a", 0.0, 1)]).error[0] / 2
    assert fit(twice * 12).error[0] > 1.5 * fit([(*game[:3], n) for n, game in enumerate(twice * 12)]).error[0]


@pytest.mark.parametrize("game", [("a", "b", 2.0), ("a", "a", 1.0), ("a", "b", float("nan"))])
def test_games_that_are_none_are_refused(game: tuple[str, str, float]) -> None:
    """A game needs two different minds and a score from 0 to 1."""
    with pytest.raises(RateError, match="expected two minds"):
        fit([game])


@pytest.mark.parametrize("claims", [(0, 250), (-900, 900)])
def test_claims_out_of_reach_are_refused(claims: tuple[float, float]) -> None:
    """Hypotheses that no results can fit are rejected."""
    with pytest.raises(RateError, match="within ±200"):
        llr((1, 2, 3, 2, 1), *claims)


def test_games_of_one_opening_count_together() -> None:
    """The games of one opening count as one observation."""
    luck = random.Random(1)
    same = [("a", "b", 1.0, n) for n in range(50)] + [("b", "a", 1.0, n) for n in range(50)]
    assert fit(same).error[0] < fit([game[:3] for game in same]).error[0]
    doubled = [("a", "b", float(luck.random() < 0.5), n) for n in range(50) for _ in range(1)]
    once, twice = fit(doubled).error[0], fit(doubled * 2).error[0]
    assert once / twice == pytest.approx(1, abs=0.1)


def test_tiers_hold_who_cannot_be_told_apart() -> None:
    """Equal minds share a tier, and a clearly weaker mind begins another."""
    luck = random.Random(3)
    games = []
    for _ in range(200):
        games.append(("a", "b", float(luck.random() < 0.5)))
        games.append(("b", "c", float(luck.random() < 0.9)))
        games.append(("c", "a", float(luck.random() < 0.1)))
    found = fit(games)
    assert dict(zip(found.names, found.tier, strict=True)) == {"a": 1, "b": 1, "c": 2}


@pytest.mark.parametrize("counts", [(1, 2), (1, 2, 3, 4), (1, -1, 0)])
def test_senseless_counts_are_refused(counts: tuple[int, ...]) -> None:
    """Counts are three or five numbers, none negative."""
    with pytest.raises(ValueError, match="expected"):
        estimate(counts)
    with pytest.raises(ValueError, match="expected"):
        llr(counts, 0, 1)


def test_a_fit_ends_when_nothing_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Newton's method stops at the solution, after some steps, also of minds that have won or lost everything."""
    steps, curvature = [], Model.curvature
    monkeypatch.setattr(Model, "curvature", lambda model, x: steps.append(x) or curvature(model, x))
    first, second = np.array([0, 0, 1, 2, 3, 3]), np.array([1, 2, 2, 3, 1, 0])
    model = Model(first, second, np.array([1, 1, 0.5, 1, 0, 0.0]), np.zeros(6, int), 4, prior=1.0, advantage=True)
    found = model.solve()
    assert len(steps) < 15
    assert found == pytest.approx(steps[-1], abs=1e-12)
    assert found[:-1].sum() == pytest.approx(0, abs=1e-9)
