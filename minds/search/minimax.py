"""Minimax: my best move is the one whose best answer is worst for you.

Written as negamax: what is good for you is as bad for me, so one function serves both.
"""

from minds.search.game import INFINITE, Game, Line, Move, settled


def minimax(game: Game[Move], depth: int, ply: int = 0) -> Line[Move]:
    """The best line of `depth` moves, every one of them looked at."""
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
