"""The plans of a store."""

import tomllib
from pathlib import Path
from unittest.mock import patch

from arena.store.store import open_store
from arena.tournament.plan import make_plan


def test_a_plan_is_parsed_once(tmp_path: Path) -> None:
    """However often a store is opened, the text of its plan is parsed once: that of many minds takes long."""
    plan = make_plan(world="maze", minds=["bfs", "dfs"], games=2, name="parsed once")
    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(plan)
    with patch("arena.store.store.tomllib.loads", side_effect=tomllib.loads) as parsed:
        for _ in range(3):
            with open_store(tmp_path, read_only=True) as store:
                assert store.plan.games == 2
    assert parsed.call_count == 1


def test_another_plan_is_read(tmp_path: Path) -> None:
    """A plan that replaces another one is what the store returns from then on."""
    with open_store(tmp_path, must_exist=False) as store:
        for games in (2, 4):
            store.set_plan(make_plan(world="maze", minds=["bfs", "dfs"], games=games))
            assert store.plan.games == games
