"""Alpha-beta: minimax without the moves that cannot change the result.

I already have a move worth alpha; you already have a way to keep me below beta. If one move here is worth beta to me,
you will not let me get here, so the other moves need no look. The score and the move are the same as minimax finds.
"""

from minds.search.game import INFINITE, Game, Line, Move, settled


def alphabeta(game: Game[Move], depth: int, alpha: int = -INFINITE, beta: int = INFINITE, ply: int = 0) -> Line[Move]:
    """Return the best line of `depth` moves; if its score is not between alpha and beta, only a bound of the score."""
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
