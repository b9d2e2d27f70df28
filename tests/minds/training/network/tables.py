"""Tables of positions for training: from random games, with a score that is the piece-square score and a bit more."""

from functools import cache

import numpy as np

from minds import Position
from minds.training.games.replay import POSITION
from minds.training.network.positions import joined
from tests.minds.conftest import middlegames

NIBBLES = {number: (number - 1) % 6 + 8 * (number > 6) for number in range(1, 13)}


def record(position: Position, game: int = 0) -> np.void:
    """A position as a record."""
    row = np.zeros((), POSITION)
    present = [square for square in range(64) if position.squares[square]]
    row["occupied"] = sum(1 << square for square in present)
    for place, square in enumerate(present):
        row["pieces"][place >> 1] |= NIBBLES[position.squares[square]] << 4 * (place & 1)
    men = sum(1 if position.squares[square] < 7 else -1 for square in present)
    more = 60 * (men if position.turn == 0 else -men)  # there is something to learn: each man is worth 60 more
    row["score"], row["turn"], row["result"], row["game"] = position.score + more, position.turn, 1, game
    return row


@cache
def table(count: int) -> np.ndarray:
    """This many positions, ten of each game."""
    found = [record(position, number // 10) for number, position in enumerate(middlegames(count))]
    return joined([np.array(found, POSITION)])
