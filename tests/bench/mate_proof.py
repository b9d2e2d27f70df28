"""Mates proven: every move is tried and every answer, so what is found is forced, and there is nothing shorter."""

from typing import Any

import numpy as np

from minds import Position
from minds.board.compiled import ahead, signature
from minds.board.core import ALL, NONE, WORKSPACE, checkers, list_moves, make
from minds.board.move import Move


@ahead(signature(int, WORKSPACE, int, int))
def is_lost(searcher: Any, moves: int, ply: int) -> int:
    """Whether the side to move is mated here, or within so many moves of the other side whatever it answers."""
    state = searcher.states[ply]
    if moves == 0 and checkers(state, int(state.turn)) == NONE:
        return 0
    count = list_moves(state, searcher.moves[ply], ALL)
    if count == 0:
        return 1 if checkers(state, int(state.turn)) != NONE else 0
    if moves == 0:
        return 0
    for i in range(count):
        child = searcher.states[ply + 1]
        make(state, child, searcher.moves[ply, i])
        mated = 0
        for j in range(list_moves(child, searcher.moves[ply + 1], ALL)):
            make(child, searcher.states[ply + 2], searcher.moves[ply + 1, j])
            if is_lost(searcher, moves - 1, ply + 2):
                mated = 1
                break
        if mated == 0:
            return 0
    return 1


def keys(position: Position, moves: int) -> list[Move]:
    """The first moves that mate in so many, or sooner."""
    found = []
    for move in position.legal_moves():
        searcher = position.play(move).workspace.view(np.recarray)
        if is_lost(searcher[0], moves - 1, 0):
            found.append(move)
    return found


def shortest(position: Position, most: int) -> tuple[int, list[Move]]:
    """In how many moves the side to move can force mate, and by which; 0 if that takes more than `most`."""
    for moves in range(1, most + 1):
        if found := keys(position, moves):
            return moves, found
    return 0, []
