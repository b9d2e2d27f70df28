"""Proves mates by trying every move and every answer, so that a mate found is forced and the shortest."""

from typing import Any

import numpy as np

from minds import Position
from minds.board.compiled import eager, signature
from minds.board.core import ALL, NONE, WORKSPACE, checkers, list_moves, make
from minds.board.move import Move


@eager(signature(int, WORKSPACE, int, int))
def is_lost(workspace: Any, moves: int, ply: int) -> int:
    """1 if the side to move is mated now, or within this many moves whatever it answers."""
    state = workspace.states[ply]
    if moves == 0 and checkers(state, int(state.turn)) == NONE:
        return 0
    count = list_moves(state, workspace.moves[ply], ALL)
    if count == 0:
        return 1 if checkers(state, int(state.turn)) != NONE else 0
    if moves == 0:
        return 0
    for i in range(count):
        child = workspace.states[ply + 1]
        make(state, child, workspace.moves[ply, i])
        mated = 0
        for j in range(list_moves(child, workspace.moves[ply + 1], ALL)):
            make(child, workspace.states[ply + 2], workspace.moves[ply + 1, j])
            if is_lost(workspace, moves - 1, ply + 2):
                mated = 1
                break
        if mated == 0:
            return 0
    return 1


def keys(position: Position, moves: int) -> list[Move]:
    """The first moves that mate in this many moves, or sooner."""
    found = []
    for move in position.legal_moves():
        workspace = position.play(move).workspace.view(np.recarray)
        if is_lost(workspace[0], moves - 1, 0):
            found.append(move)
    return found


def shortest(position: Position, most: int) -> tuple[int, list[Move]]:
    """The length of the shortest forced mate and its keys; 0 if it takes more than `most` moves."""
    for moves in range(1, most + 1):
        if found := keys(position, moves):
            return moves, found
    return 0, []
