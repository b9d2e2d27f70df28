"""The counts of a tournament's games, kept up to date game by game."""

from pathlib import Path

import pytest

from arena.store.store import open_store
from arena.web.folders import Folders
from arena.web.results.counts import Counts, Tally
from arena.web.results.games import choices
from arena.web.results.index import GameIndex, GameRow
from arena.web.results.standings import tallies
from tests.bench.made import made_plan, played

BY_MIND = """
SELECT name, count(*), sum(score), sum(score = 1), sum(score = 0.5), sum(score = 0), sum(seat IS place) FROM (
    SELECT first AS mind, score_first AS score, seat, 0 AS place FROM games LEFT JOIN incidents ON game = number
    UNION ALL SELECT second, score_second, seat, 1 FROM games LEFT JOIN incidents ON game = number
) JOIN minds ON minds.number = mind GROUP BY mind
"""
ENDINGS = """
SELECT games.ending || ifnull(': ' || kind, '') AS kind, count(*) FROM games LEFT JOIN incidents ON game = number
GROUP BY 1 ORDER BY 2 DESC, 1
"""
OPENINGS = "SELECT opening, count(*) FROM games WHERE opening <> '' GROUP BY 1 ORDER BY 1"


def test_counts_are_those_of_all_games(tmp_path: Path) -> None:
    """The counts are kept while games are added, and are those that a look at all games would give."""
    folders = Folders(tmp_path)
    (tmp_path / "t").mkdir()
    with open_store(tmp_path / "t", must_exist=False) as store:
        for _ in played(store, made_plan(4, games=200)):
            tournament = folders.tournament("t")
            assert tournament is not None
            recount = store.db.execute(BY_MIND).fetchall()
            assert tallies(tournament) == {name: Tally(*rest) for name, *rest in recount}
            found = choices(tournament, ())
            assert found.endings == tuple(store.db.execute(ENDINGS))
            assert found.openings == tuple(store.db.execute(OPENINGS))
    assert sum(tally.forfeits for tally in tallies(tournament).values()) > 0


def test_no_game_is_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a game was added, neither the counts of minds nor the choices of a filter read all games again."""
    (tmp_path / "t").mkdir()
    with open_store(tmp_path / "t", must_exist=False) as store:
        for _ in played(store, made_plan(3, games=4)):
            pass
    tournament = Folders(tmp_path).tournament("t")
    assert tournament is not None
    monkeypatch.setattr(GameIndex, "rows", lambda *_: pytest.fail("games were read"))
    assert sum(tally.games for tally in tallies(tournament).values()) == 2 * 12
    assert sum(games for _, games in choices(tournament, ()).endings) == 12


def test_a_mind_alone_has_no_opponent_to_count() -> None:
    """In a world with one seat only its mind is counted."""
    game = GameRow(1, "g", 1, "p", 1, None, "", 0, 0.25, None, "found", 3, 0.1, None, None, 1, "h", None, None, None)
    counts = Counts()
    counts.add([game])
    assert counts.minds == {1: Tally(1, 0.25)}
