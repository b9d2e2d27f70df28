"""Alpha-beta: minimax that does not look at what cannot matter.

I have something worth alpha already; you have a way to hold me to beta. A move that is worth beta to me you will not
allow, so the others beside it need no look. The value is minimax's, and so is the move.
"""

from minds.search.game import INFINITE, Game, Line, Move, settled


def alphabeta(game: Game[Move], depth: int, alpha: int = -INFINITE, beta: int = INFINITE, ply: int = 0) -> Line[Move]:
    """The best line of `depth` moves, if its score is between alpha and beta; else only on which side it is."""
    if game.over():
        return Line(settled(game.evaluate(), ply), ())
    if depth == 0:
        return Line(game.evaluate(), ())
    best: Line[Move] = Line(-INFINITE, ())
    for move in game.moves():
        answer = alphabeta(game.play(move), depth - 1, -beta, -max(alpha, best.score), ply + 1)
        if -answer.score > best.score:
            best = Line(-answer.score, (move, *answer.moves))
        if best.score >= beta:
            break
    return best
