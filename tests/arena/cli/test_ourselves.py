"""Ourselves over UCI and ourselves in process: a hundred games that are the same to the last move."""

from pathlib import Path

import pytest

import arena
from arena.store.store import open_store
from arena.tournament.driver import play_tournament
from arena.tournament.plan import make_plan
from tests.arena.command import ARENA, Here

GAMES, NODES = 100, 2000


def served(folder: Path, spec: str) -> str:
    """The spec of a mind of ours as a UCI engine of anybody's."""
    path = folder / "ourselves"
    path.write_text(f"#!/bin/sh\nexec {ARENA} uci {spec}\n", encoding="utf-8")
    path.chmod(0o755)
    return f"uci:{path}"


def match(folder: Path, first: str, second: str, games: int) -> list[str]:
    """The moves of all games that the arena has these two play, each game in one word."""
    folder.mkdir()
    with open_store(folder, must_exist=False) as store:
        store.set_plan(make_plan(minds=[first, second], nodes=NODES, games=games, seed=6, concurrency=1))
        play_tournament(store, lambda _results, _news: None, crew_of=Here)
    results = arena.load(folder)
    assert results.games["fault"].isna().all()
    assert results.games["plies"].min() > results.games["opening_plies"].max()
    words: list[str] = results.games["moves_hash"].tolist()
    assert len(words) == games
    return words


@pytest.mark.parametrize("games", [2, pytest.param(GAMES, marks=pytest.mark.drill)])
def test_another_meets_the_same_opponent(tmp_path: Path, games: int) -> None:
    """Against alpha-beta, from the same openings under the same nodes: game by game as if nothing stood between."""
    ours = match(tmp_path / "ours", "pst-engine", "alphabeta", games)
    assert match(tmp_path / "uci", served(tmp_path, "pst-engine"), "alphabeta", games) == ours
    assert len(set(ours)) > games // 2, "they must not all be one game"


@pytest.mark.drill
def test_we_are_our_own_equal(tmp_path: Path) -> None:
    """Against each other, whoever of the two sits where: both games of a pair are the same."""
    words = match(tmp_path / "both", served(tmp_path, "pst-engine"), "pst-engine", GAMES)
    pairs = list(zip(words[::2], words[1::2], strict=True))
    assert [one for one, other in pairs if one != other] == []
    assert len(set(words)) > GAMES // 4
