"""The training target of a position: the result of its game, blended with the players' later scores.

A result alone is one noisy value for a hundred positions, most of which had little to do with it. So each later score
gets a small weight, more the nearer it is, and the result gets the rest.
"""

from math import exp

from minds.training.store import Game

PATIENCE = 0.98  # the weight each ply leaves to everything after it
SCALE = 0.006  # from centipawns to the logit of a win; fitted to the practical's tables
CERTAIN = 2000


def outcomes(game: Game, first: int) -> list[float]:
    """The training target of each position of a game, for White; `first` is the side that moved first."""
    outcome, found = game.result, [0.0] * len(game.scores)
    for ply in range(len(found) - 1, -1, -1):
        score = game.scores[ply]
        if score is not None:
            for_white = score if (first + ply) % 2 == 0 else -score
            outcome = PATIENCE * outcome + (1 - PATIENCE) * expectation(for_white)
        found[ply] = outcome
    return found


def expectation(score: float) -> float:
    """The expected result of a game at this score."""
    return 1 / (1 + exp(-SCALE * max(-CERTAIN, min(CERTAIN, score))))
