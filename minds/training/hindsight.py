"""What a position came to: the result of its game, and on the way there what the players thought of it later.

A result alone is one throw of a coin for a hundred positions, most of which had little to do with it. So the
players' later scores have a small say each, the nearer the more, and the result has what is left.
"""

from math import exp

from minds.training.store import Game

PATIENCE = 0.98  # how much of the say each ply leaves to what comes after it
SCALE = 0.006  # by which a score in hundredths is an expectation; what fits the tables made by hand
CERTAIN = 2000


def outcomes(game: Game, first: int) -> list[float]:
    """What each position of a game came to, for White; `first` says who began."""
    came_to, found = game.result, [0.0] * len(game.scores)
    for ply in range(len(found) - 1, -1, -1):
        score = game.scores[ply]
        if score is not None:
            for_white = score if (first + ply) % 2 == 0 else -score
            came_to = PATIENCE * came_to + (1 - PATIENCE) * expectation(for_white)
        found[ply] = came_to
    return found


def expectation(score: float) -> float:
    """Of a game in which somebody thinks so."""
    return 1 / (1 + exp(-SCALE * max(-CERTAIN, min(CERTAIN, score))))
