"""Compiled alpha-beta on one page: it deepens until its budget is spent, and plays exchanges to their end."""

from time import perf_counter

import numpy as np

from minds import Mind, Move, Position, jit
from minds.board.core import ALL, NONE, captured_of, checkers, enemies, list_moves, make, piece_of, score

WIN, INFINITE, DEEPEST = 30_000, 32_000, 100
NODES, LIMIT, BEST, VALUE = range(4)  # the tally: positions seen and allowed, the root's best move and its value


@jit
def promise(move, known):
    """Return a move's rank in the ordering: the best one known, then a queen taken by a pawn, and so on down."""
    if move == known:
        return 1000
    return 100 - 10 * ((captured_of(move) - 1) % 6) + (piece_of(move) - 1) % 6 if captured_of(move) else 0


@jit
def search(workspace, past, tally, depth, alpha, beta, ply):
    """Return the score of the state at `ply` for the side to move, if it is between alpha and beta."""
    state, moves = workspace.states[ply], workspace.moves[ply]
    if tally[NODES] >= tally[LIMIT] or ply > DEEPEST:
        return int(score(state))
    tally[NODES] += 1
    for key in past:
        if ply > 0 and (key == state.key or state.halfmoves >= 100):
            return 0
    quiet = depth <= 0 and checkers(state, int(state.turn)) == NONE
    best = int(score(state)) if quiet else -INFINITE  # no capture is forced
    count = list_moves(state, moves, enemies(state) if quiet else ALL)
    if count == 0 and not quiet:
        return ply - WIN if checkers(state, int(state.turn)) != NONE else 0
    for i in range(count):
        if best >= beta or tally[NODES] >= tally[LIMIT]:
            break
        for j in range(i + 1, count):  # the best-ranked of the rest comes next
            if promise(moves[j], tally[BEST]) > promise(moves[i], tally[BEST]):
                moves[i], moves[j] = moves[j], moves[i]
        make(state, workspace.states[ply + 1], moves[i])
        value = -search(workspace, past, tally, depth - 1, -beta, -max(alpha, best), ply + 1)
        if value > best and tally[NODES] < tally[LIMIT]:  # an unfinished search does not count
            best = value
            if ply == 0:
                tally[BEST], tally[VALUE] = moves[i], value
    return best


@jit
def look(workspace, past, tally, depth):
    search(workspace[0], past, tally, depth, -INFINITE, INFINITE, 0)


class OnePage(Mind):
    """Searches as deep as its budget allows; without one, 200,000 positions."""

    name = "one-page"

    def newrun(self):
        self.think(Position(), 2, 1000, None)  # compiles, before a clock is running

    def getaction(self, state):
        budget, most = state.budget, state.budget.seconds
        seconds = None if most is None else min(most, (budget.bank or 1e9) / 30 + budget.increment)
        return self.think(state.position, budget.depth or 60, budget.nodes or 200_000, seconds)

    def think(self, position, depth, nodes, seconds):
        """Return the best move found when depth, nodes or seconds are used up."""
        workspace, tally, start = position.workspace, np.array([0, nodes, 0, 0]), perf_counter()
        for deep in range(1, min(depth, 60) + 1):
            look(workspace, np.array(position.keys, np.uint64), tally, deep)
            if seconds is not None:  # as many nodes as there is time for at this speed
                tally[LIMIT] = min(nodes, tally[NODES] * (0.8 * seconds - 0.003) / (perf_counter() - start))
            if tally[NODES] >= tally[LIMIT] or abs(tally[VALUE]) > WIN - 100:
                break
        self.thoughts = {"depth": deep, "nodes": int(tally[NODES]), "score": int(tally[VALUE])}
        return Move.from_code(tally[BEST]) if tally[BEST] else position.legal_moves()[0]
