"""Positions out of random games, for whatever must hold in any position."""

import random
from functools import cache

from minds import Position


@cache
def middlegames(count: int, seed: int = 318) -> tuple[Position, ...]:
    """Positions in which there is something to play, from random games of 8 to 80 plies, with their past."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        position = Position()
        for _ in range(chance.randrange(8, 80)):
            moves = position.legal_moves()
            if not moves or position.is_drawn:
                break
            position.push(chance.choice(moves))
        if position.legal_moves() and not position.is_drawn:
            found.append(position)
    return tuple(found)
