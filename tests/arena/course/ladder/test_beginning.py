"""The start of a ladder that has many games."""

from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.course.ladder.ladder import Ladder
from arena.store.store import Store, open_store
from arena.tournament.formats import LADDER
from arena.tournament.openings import read_openings
from arena.tournament.schedule import pairing
from tests.bench.made import made_plan, made_record


def test_a_ladder_goes_on_with_its_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of before are taken in one by one, in the order of playing; texts that recur are kept once."""
    plan = made_plan(3)
    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(replace(plan, format=LADDER))
        openings = read_openings(store.plan)
        tasks = [task for pair in combinations(range(3), 2) for task in pairing(plan, openings, pair, 1, 0, 2)]
        store.add((task, made_record(plan, task)) for task in reversed(tasks))
        for name in ("results", "seats"):
            monkeypatch.setattr(Store, name, lambda _: pytest.fail("all games were read at once"))
        ladder = Ladder(store, plan)
    assert [pair for _, _, _, pair in ladder.rows] == [task.name[:-1] for task in reversed(tasks)]
    assert [row[:2] for row in ladder.rows] == [tuple(map(str, task.seats)) for task in reversed(tasks)]
    assert len({id(text) for row in ladder.rows for text in (row[0], row[1], row[3])}) == 3 + 3
