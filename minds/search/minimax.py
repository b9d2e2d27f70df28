"""Minimax: the best move is the one after which your best answer is worth the least to you.

It is written as negamax: a score for you is its negative for me, so one function serves both sides.
"""

from minds.search.game import INFINITE, Game, Line, Move, settled


def minimax(game: Game[Move], depth: int, ply: int = 0) -> Line[Move]:
    """Return the best line of `depth` moves, after a look at every one."""
    if game.over():
        return Line(settled(game.evaluate(), ply), ())
    if depth == 0:
        return Line(game.evaluate(), ())
    best: Line[Move] = Line(-INFINITE, ())
    for move in game.moves():
        answer = minimax(game.play(move), depth - 1, ply + 1)
        if -answer.score > best.score:
            best = Line(-answer.score, (move, *answer.moves))
    return best
