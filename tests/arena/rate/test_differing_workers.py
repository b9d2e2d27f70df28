"""Workers and chance: false alarms are rare, also if batches share openings, and a worker that differs is named."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from arena.rate import workers
from arena.rate.workers import Contributions, deviations, less_usual
from arena.store.workers import Group, compare
from tests.bench.workers import CREWS, Crew, forfeiting, named, results_of, tournament, weakening


@pytest.fixture(autouse=True)
def fewer_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough turns for a probability of 1 %."""
    monkeypatch.setattr(workers, "TURNS", 150)


def test_probabilities_are_those_of_all_turns() -> None:
    """A group's probability is the share of all turned rows of groups in which any figure is as large."""
    chance = np.random.default_rng(2)
    groups, values = chance.integers(0, 3, 12), chance.random((12, 2))
    contributions = Contributions(np.repeat(np.arange(12), 2), np.tile([0, 1], 12), values.ravel())
    found = deviations([groups], 3, contributions, 2)
    turned = np.array(
        [[values[np.roll(groups, turn) == group].sum(axis=0) for group in range(3)] for turn in range(12)]
    )
    sizes = turned / (np.sqrt((turned**2).mean(axis=0)) + 1)
    assert found.sums == pytest.approx(turned[0])
    for group in range(3):
        for figure in range(2):
            share = np.mean(sizes.max(axis=(1, 2)) >= sizes[0, group, figure] - 1e-9)
            assert found.p_values[group, figure] == pytest.approx(share)


def test_what_is_usual_is_taken_off() -> None:
    """Games are compared with those of the same kind alone, and all of a kind add up to nothing."""
    values, kinds = np.array([1.0, 0.0, 0.5, 1.0, 1.0]), np.array([0, 0, 0, 2, 2])
    assert less_usual(values, kinds) == pytest.approx([0.5, -0.5, 0.0, 0.0, 0.0])


@pytest.mark.parametrize("name", ["long batches", "machines of several"])
def test_false_alarms_are_rare(name: str) -> None:
    """Where workers do not matter, one is named in fewer than 5 % of tournaments; the bench has more of them."""
    chance = np.random.default_rng(4)
    assert sum(bool(named(tournament(chance, CREWS[name]))) for _ in range(40)) < 0.05 * 40


def test_a_worker_where_minds_forfeit_is_named() -> None:
    """A worker that makes every sixth game a forfeit is named, with figures, and no other; of two, either may be."""
    chance = np.random.default_rng(5)
    games = forfeiting(chance, tournament(chance, CREWS["four workers"]))
    comparison = compare(results_of(games))
    (one,) = comparison.differences
    own = games[games["worker"].str.contains("node0")]
    assert (one.group, one.mind, one.games) == (Group("node0 1", False), "", len(own))
    assert one.found == own["forfeit"].sum()
    assert one.expected < one.found / 2
    assert (
        comparison.p_values["node0 1"] <= 0.01 < 0.1 < min(comparison.p_values[f"node{n} {n + 1}"] for n in (1, 2, 3))
    )
    assert len(named(forfeiting(chance, tournament(chance, CREWS["two workers"])))) == 1


def test_a_worker_where_a_mind_is_weaker_is_named() -> None:
    """So is one where a mind loses games that it wins elsewhere, with the mind and its score."""
    chance = np.random.default_rng(6)
    games = weakening(chance, tournament(chance, Crew(workers=3, openings=60)))
    (one, *_) = compare(results_of(games)).differences
    assert (one.group.name, one.mind) == ("node0 1", "m2")
    assert one.found / one.games < one.expected / one.games - 0.1


def test_a_machine_is_named_if_all_its_workers_differ() -> None:
    """The workers of a machine are compared together, too: what is little in each is much in all."""
    chance = np.random.default_rng(8)
    crew = replace(CREWS["machines of several"], workers=24, machines=4)
    (one, *_) = compare(results_of(forfeiting(chance, tournament(chance, crew)))).differences
    assert one.group == Group("node0", True)


def test_what_changes_by_itself_is_not_compared() -> None:
    """Games of learners, games of an unknown worker, and workers with very few games are left out."""
    chance = np.random.default_rng(5)
    games = forfeiting(chance, tournament(chance, CREWS["four workers"]))
    assert compare(results_of(games.assign(learnt=1))).differences == []
    assert compare(results_of(games.assign(worker=None))).p_values == {}
    few = pd.concat([games, games.head(9).assign(worker='{"machine":"late","forfeit":1}', forfeit=1)])
    assert "late" not in compare(results_of(few)).p_values


def test_minds_that_play_alone_are_compared_by_forfeits() -> None:
    """In a world with one seat scores are of many kinds: a worker is named for forfeits alone."""
    chance = np.random.default_rng(5)
    games = tournament(chance, CREWS["four workers"]).assign(second=np.nan)
    assert named(weakening(chance, games)) == []
    assert named(forfeiting(chance, games)) == ["node0 1"]
