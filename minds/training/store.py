"""Reads played games from an arena's store, and checks everything it reads."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from minds.errors import TrainingError, quoted

MAX_GAMES, MAX_GAME_PLIES = 1_000_000, 2000
RESULTS = (0.0, 0.5, 1.0)

# Identical minds play the same game from an opening twice; GROUP BY keeps one of each.
GAMES = """
    SELECT number, start, score_first FROM games
    WHERE ending NOT IN ('forfeit', 'interrupted', 'max plies')
    GROUP BY start, moves_hash ORDER BY number LIMIT ?
"""
MOVES = "SELECT game, action, score FROM moves ORDER BY game, ply"


class StoreError(TrainingError):
    """Raised when a store cannot be used for training."""


class Game(NamedTuple):
    """A played game."""

    number: int
    start: str
    result: float  # for White, who has the first seat whoever moves first
    actions: list[str]
    scores: list[float | None]  # each mover's score in centipawns


def games_in(path: Path) -> Iterator[Game]:
    """Yield the games of a store without duplicates; raise StoreError if it is missing or damaged."""
    if not path.is_file():
        raise StoreError(f"{quoted(str(path))} is not a file; expected the arena.sqlite of a tournament")
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True)) as connection:
            chosen = {int(number): (start, result) for number, start, result in connection.execute(GAMES, (MAX_GAMES,))}
            for number, rows in groupby(connection.execute(MOVES), key=lambda row: row[0]):
                if number in chosen:
                    yield _game(number, *chosen[number], [row[1:] for row in rows])
    except (sqlite3.Error, OverflowError) as problem:
        raise StoreError(f"{quoted(str(path))} is not a tournament's store: {problem}") from None


def _game(number: int, start: object, result: object, rows: list[tuple[object, object]]) -> Game:
    """One game, checked field by field."""
    if not isinstance(start, str) or result not in RESULTS or len(rows) > MAX_GAME_PLIES:
        raise StoreError(f"game {number}: start {quoted(str(start))}, result {quoted(str(result))}, {len(rows)} moves")
    actions, scores = [], []
    for action, score in rows:
        if not isinstance(action, str) or not isinstance(score, float | int | None):
            raise StoreError(f"game {number}: move {quoted(str(action))}, score {quoted(str(score))}")
        actions.append(action)
        scores.append(score)
    assert isinstance(result, float)
    return Game(number, start, result, actions, scores)
