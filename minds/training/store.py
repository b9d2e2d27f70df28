"""Reads played games out of an arena's store, which somebody else wrote: nothing in it is believed unseen."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from minds.errors import quoted

MOST_GAMES, LONGEST_GAME = 1_000_000, 2000
RESULTS = (0.0, 0.5, 1.0)

# Two minds that are one and the same play every opening twice alike: of equal games one is enough.
GAMES = """
    SELECT number, start, score_first FROM games
    WHERE ending NOT IN ('forfeit', 'interrupted', 'max plies')
    GROUP BY start, moves_hash ORDER BY number LIMIT ?
"""
MOVES = "SELECT game, action, score FROM moves ORDER BY game, ply"


class StoreError(ValueError):
    """A store that cannot be learnt from, and why."""


class Game(NamedTuple):
    """What was played, and what came of it."""

    number: int
    start: str
    result: float  # for White, who has the first seat whoever moves first
    actions: list[str]
    scores: list[float | None]  # what each mover thought of it, in hundredths of a pawn


def games_in(path: Path) -> Iterator[Game]:
    """The games of a store, each line of play once; StoreError if it is none, or damaged."""
    if not path.is_file():
        raise StoreError(f"{quoted(str(path))} is no file; expected the arena.sqlite of a tournament")
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True)) as connection:
            chosen = {
                int(number): (start, result) for number, start, result in connection.execute(GAMES, (MOST_GAMES,))
            }
            for number, rows in groupby(connection.execute(MOVES), key=lambda row: row[0]):
                if number in chosen:
                    yield _game(number, *chosen[number], [row[1:] for row in rows])
    except (sqlite3.Error, OverflowError) as problem:
        raise StoreError(f"{quoted(str(path))} cannot be read as a tournament's store: {problem}") from None


def _game(number: int, start: object, result: object, rows: list[tuple[object, object]]) -> Game:
    """One game, if all of it is what it should be."""
    if not isinstance(start, str) or result not in RESULTS or len(rows) > LONGEST_GAME:
        raise StoreError(f"game {number}: start {quoted(str(start))}, result {quoted(str(result))}, {len(rows)} moves")
    actions, scores = [], []
    for action, score in rows:
        if not isinstance(action, str) or not isinstance(score, float | int | None):
            raise StoreError(f"game {number}: move {quoted(str(action))}, score {quoted(str(score))}")
        actions.append(action)
        scores.append(score)
    assert isinstance(result, float)
    return Game(number, start, result, actions, scores)
