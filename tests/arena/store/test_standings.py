"""Standings: each format ranks as it says, equal results share a rank, and forfeits are those of the mind at fault."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pandas as pd
import pytest

import arena
from arena.report.conclusion import RESUME, conclusion
from arena.report.remarks import remarks
from arena.report.summary import summarize
from arena.store.queries import Results
from arena.store.standings import points, standings
from arena.store.store import open_store
from arena.tournament.formats import due
from arena.tournament.plan import Plan, make_plan
from arena.tournament.schedule import Task
from arena.web.folders import Folders
from arena.web.results.endings import WON_BY_FORFEIT, endings
from tests.arena.command import arena as command
from world.api import Ending, Fault, Opening
from world.record import Record

Score = Callable[[Task], float | int]  # of the first mind; a whole number -1 or -2 is a forfeit of seat 0 or 1
LOWER_WINS: Score = lambda task: 0.5 + (0.5 if task.seats[0] < task.seats[1] else -0.5)  # noqa: E731


def played(folder: Path, score: Score, **settings: object) -> Results:
    """Return the results of a tournament of tic-tac-toe whose games end as they are told to."""
    count = settings.pop("count")
    minds = tuple(f"m{number}=any-random-legal-move" for number in range(int(str(count))))
    plan = make_plan(world="tictactoe", minds=minds, **({"games": 2} | settings))
    with open_store(folder, must_exist=False) as store:
        store.set_plan(plan)
        while tasks := due(plan, [Opening()], store.results()):
            store.add([(task, _record(plan, task, score(task))) for task in tasks])
    return arena.load(folder)


def _record(plan: Plan, task: Task, score: float) -> Record:
    names = tuple(f"m{place}" for place in task.seats)
    fault, late = None, ()
    if score < 0:
        seat = int(-score) - 1
        score, fault = float(seat), Fault("illegal", "no such square", seat, "getaction")
        late = (Fault("crash", "after the game", seat, "endrun"),)
    ending = Ending("forfeit" if fault else "win", (score, 1 - score), fault)
    return Record("tictactoe", 1, task.name, names, (), ending, seed=task.seed, name=task.name, late=late)


def ranks(results: Results) -> dict[str, int]:
    return dict(zip(results.standings["mind"], results.standings["rank"], strict=True))


def test_a_swiss_ranks_by_points(tmp_path: Path) -> None:
    """A swiss ranks by points with byes, then by Buchholz; the winner is named, and ratings stand beside."""
    results = played(tmp_path, LOWER_WINS, count=5, format="swiss", rounds=3)
    table = results.standings.set_index("mind")
    assert list(table["points"]) == sorted(table["points"], reverse=True)
    assert table["byes"].sum() == 3
    assert (table["points"] == table["wins"] + table["draws"] / 2 + table["byes"]).all()
    assert dict(points(results)) == table["points"].to_dict()
    assert ranks(results)["m0"] == 1
    assert conclusion(results)[0].startswith("m0 wins the swiss (6 points)")
    equal = table[table["points"] == table["points"].value_counts().index[0]]
    assert list(equal["buchholz"]) == sorted(equal["buchholz"], reverse=True)


def test_tie_breaks_are_those_of_the_books(tmp_path: Path) -> None:
    """Buchholz is the sum of the opponents' points, Sonneborn-Berger that of those times the score against them.

    Points rank before Elo, which would say otherwise here.
    """
    results = played(tmp_path, lambda task: random.Random(task.name).choice([0.0, 0.5, 1.0]), count=8, format="swiss")
    table = results.standings.set_index("mind")
    assert list(table["points"]) == sorted(table["points"], reverse=True)
    assert list(table["elo"]) != sorted(table["elo"], reverse=True)
    for mind, row in table.iterrows():
        games = results.games[(results.games["first"] == mind) | (results.games["second"] == mind)]
        opponents = [two if one == mind else one for one, two in zip(games["first"], games["second"], strict=True)]
        scores = [s if one == mind else 1 - s for one, s in zip(games["first"], games["score_first"], strict=True)]
        against = [table.loc[opponent, "points"] for opponent in opponents]
        assert row["buchholz"] == sum(against) / 2, "each opponent was met in two games"
        assert row["sonneborn_berger"] == sum(a * s for a, s in zip(against, scores, strict=True)) / 2


def test_a_knockout_ranks_by_the_round_reached(tmp_path: Path) -> None:
    """The winner is first and the other finalist second; minds that went out in the same round share a rank."""
    results = played(tmp_path, LOWER_WINS, count=6, format="knockout")
    assert ranks(results) == {"m0": 1, "m1": 2, "m2": 3, "m3": 3, "m4": 5, "m5": 5}
    table = results.standings.set_index("mind")
    assert table["reached"].to_dict() == {
        "m0": "winner",
        "m1": "final",
        **dict.fromkeys(("m2", "m3"), "semi-final"),
        **dict.fromkeys(("m4", "m5"), "quarter-final"),
    }
    assert table["byes"].sum() == 2
    assert conclusion(results)[0].startswith("m0 wins the knockout")


def test_equal_results_share_a_rank(tmp_path: Path) -> None:
    """Copies whose games are all decided by the first move share the first rank, one tier and all of the ranks."""
    results = played(tmp_path, lambda _task: 1.0, count=4)
    assert set(ranks(results).values()) == {1}
    assert set(results.standings["ranks"]) == {"1–4"}
    assert set(results.standings["tier"]) == {1}
    assert [row[0] for row in summarize(results).rows] == ["1="] * 4
    assert conclusion(results)[0] == "m0, m1, m2 and 1 more share the lead"
    assert "as good as equal" in conclusion(results)[1]


def test_fewer_forfeits_rank_higher_at_equal_points(tmp_path: Path) -> None:
    """A mind that forfeited its lost games comes after minds with equal results."""
    results = played(tmp_path, lambda task: -2 if task.seats[1] == 1 else 1.0, count=3)
    assert ranks(results) == {"m0": 1, "m2": 1, "m1": 3}
    assert results.standings.set_index("mind")["forfeits"].to_dict() == {"m0": 0, "m2": 0, "m1": 2}


def test_forfeits_are_counted_once(tmp_path: Path) -> None:
    """A forfeit counts once, for the mind at fault and by its kind; the winner's row has it as the opponent's."""
    results = played(tmp_path, lambda task: -1 if task.seats == (1, 0) else 1.0, count=2, games=4)
    (line,) = [line for line in remarks(results) if "forfeit" in line]
    assert line.startswith("m1: 2 forfeits (2 illegal), 2 faults that cost no game; most often: no such square;")
    tournament = Folders(tmp_path.parent).tournament(tmp_path.name)
    assert tournament is not None
    found = endings(tournament)
    counts = {mind: dict(zip(found.kinds, own, strict=True)) for mind, own in found.rows}
    assert counts["m1"]["forfeit: illegal"] == 2
    assert counts["m1"][WON_BY_FORFEIT] == 0
    assert (counts["m0"]["forfeit: illegal"], counts["m0"][WON_BY_FORFEIT]) == (0, 2)


@pytest.mark.parametrize(
    ("games", "open_"), [(60, "Decided"), (2, "Not decided: 1 of 1 pairs, first m0 and m1; about")]
)
def test_the_conclusion_says_what_is_open(tmp_path: Path, games: int, open_: str) -> None:
    """A clear match is decided; a short one names the pair and the number of games that may tell."""
    results = played(tmp_path, LOWER_WINS, count=2, games=games)
    leader, rest = conclusion(results)
    assert leader.startswith("m0 leads, " + ("and is surely the strongest" if games == 60 else "but its rank"))
    assert rest.startswith(open_)


def test_a_report_ends_with_three_lines(tmp_path: Path) -> None:
    """`arena report` ends with the leader, what is open, and where the page is."""
    lines = [
        line.replace(RESUME, f"arena resume {tmp_path}") for line in conclusion(played(tmp_path, LOWER_WINS, count=2))
    ]
    done = command("report", str(tmp_path))
    assert done.stdout.splitlines()[-2:] == lines
    assert done.stderr == f"report: {tmp_path / 'report.html'}\n"


def test_minds_alone_are_ranked_on_the_same_starts() -> None:
    """A mind that is better on every start is in a tier above two copies, which share a rank; few starts tell none."""
    scores = {"best": 1.0, "one": 0.5, "other": 0.5}
    rows = [
        {"game": f"{name}-{start:05}a", "first": name, "score_first": score + start / 100, "fault": None}
        for name, score in scores.items()
        for start in range(20)
    ]
    found = standings(cast(Results, Alone(pd.DataFrame(rows))))
    assert dict(zip(found["mind"], found["tier"], strict=True)) == {"best": 1, "one": 2, "other": 2}
    assert list(found["rank"]) == [1, 2, 2]
    assert list(found["ranks"]) == ["1", "2–3", "2–3"]
    few = pd.DataFrame([row for row in rows if str(row["game"])[-2] in "01"])
    assert set(standings(cast(Results, Alone(few)))["tier"]) == {1}


class Alone:
    """The results of minds that played alone."""

    is_solo = True
    disqualified: tuple[str, ...] = ()
    unplayed = pd.DataFrame({"game": [], "first": [], "score_first": []})

    def __init__(self, games: pd.DataFrame) -> None:
        self.games = games
