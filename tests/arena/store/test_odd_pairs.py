"""The tables of openings, where games of one pair do not belong together or are not counted."""

from pathlib import Path

import pytest

import arena
from arena.importing.importer import import_games
from arena.store.store import open_store

HEAD = (
    '[GameId "001-002-0000{number}"]\n[White "{white}"]\n[Black "{black}"]\n[Result "1-0"]\n[Opening "{opening}"]\n\n'
)
GAME = (HEAD + "{moves} 1-0\n\n").format


def game(number: str, opening: str, moves: str, players: str = "ab") -> str:
    return GAME(number=number, opening=opening, moves=moves, white=players[0], black=players[1])


APART = game("1a", "Scotch", "1. e4 e5 2. Nf3") + game("1b", "English", "1. c4 e5", "ba")
REPEATED = game("1a", "Scotch", "1. e4 e5 2. Nf3") + game("1b", "Scotch", "1. e4 e5 2. Nc3", "ba")
REPEATED += game("2a", "English", "1. e4 e5 2. Nf3") + game("2b", "English", "1. e4 c5", "ba")


@pytest.mark.parametrize(
    ("text", "pairs"), [(APART, {"Scotch": 0, "English": 0}), (REPEATED, {"Scotch": 1, "English": 1})]
)
def test_odd_pairs_have_intervals(tmp_path: Path, text: str, pairs: dict[str, int]) -> None:
    """Games of different openings are no pair, and a repeated half leaves its pair; each row has an interval."""
    pgn, folder = tmp_path / "games.pgn", tmp_path / "t"
    pgn.write_text(text, encoding="utf-8")
    folder.mkdir()
    with open_store(folder, must_exist=False) as store, store.alone():
        import_games(store, [pgn], lambda _games, _left_out: None)
    results = arena.load(folder)
    assert dict(zip(results.openings["opening"], results.openings["pairs"], strict=True)) == pairs
    for table, score in ((results.openings, "score_first"), (results.openings_by_mind, "score")):
        assert len(table)
        assert ((table["low"] <= table[score]) & (table[score] <= table["high"])).all()
        assert (table["low"] < table["high"]).all()
