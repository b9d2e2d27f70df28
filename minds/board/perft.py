"""Perft: counts the lines of play to a depth, the standard check and speed test of a move generator."""

from minds.board.compiled import eager, signature
from minds.board.make import make
from minds.board.movegen import count_moves, list_moves
from minds.board.squares import ALL
from minds.board.state import WORKSPACE, Workspace


@eager(signature(int, WORKSPACE, int, int))
def perft(workspace: Workspace, ply: int, depth: int) -> int:
    """The number of lines of `depth` moves from the state at `ply`; the last move is counted without making it."""
    state, moves = workspace.states[ply], workspace.moves[ply]
    if depth == 1:
        return count_moves(state)
    if depth < 1:
        return 1
    lines = 0
    for i in range(list_moves(state, moves, ALL)):
        make(state, workspace.states[ply + 1], moves[i])
        lines += perft(workspace, ply + 1, depth - 1)
    return lines
