"""Openings for self-play: a few random moves, kept if the engine finds the position roughly level."""

import random
from collections.abc import Iterator

from minds.board.position import Position
from minds.engine.engine import Engine
from world.api import Budget

PLIES = (6, 7, 8, 9)
LOOK = Budget(nodes=3000)
LEVEL = 120  # centipawns


def random_openings(count: int, seed: int) -> Iterator[str]:
    """Yield this many different FENs, the same ones for the same seed."""
    chance, engine, seen = random.Random(seed), Engine(mebibytes=1), set[str]()
    while len(seen) < count:
        position = _some_moves(chance)
        if position.fen in seen or not position.legal_moves():
            continue
        engine.forget()  # so that each verdict is independent of the openings before
        line, _ = engine.find(position, LOOK)
        if abs(line.score) < LEVEL:
            seen.add(position.fen)
            yield position.fen


def _some_moves(chance: random.Random) -> Position:
    position = Position()
    for _ in range(chance.choice(PLIES)):
        if moves := position.legal_moves():
            position.push(chance.choice(moves))
    return position
