"""The doors from Python into the compiled searches; they let other threads run meanwhile."""

from typing import Any

from minds.board.codes import PLAIN, target_of
from minds.board.compiled import ahead, copy_record, door, signature
from minds.board.doors import state_at
from minds.board.movegen import list_moves
from minds.board.squares import bit
from minds.engine.desk import desk_at
from minds.engine.negamax import negamax
from minds.engine.search import search
from minds.engine.textbook import alphabeta, minimax
from minds.search.game import INFINITE


@door
def door_lay(state: Any, desk: Any) -> None:
    """Put a state on top of a desk."""
    copy_record(state_at(state), desk_at(desk).states[0])


@door
def door_choose(desk: Any, plain: int) -> None:
    """Have a desk's search look at this move, and at others so chosen, alone."""
    desk = desk_at(desk)
    for i in range(list_moves(desk.states[0], desk.moves[0], bit(target_of(plain)))):
        if desk.moves[0, i] & PLAIN == plain:
            desk.chosen[desk.choice] = desk.moves[0, i]
            desk.choice += 1


@ahead(signature(int, int, int))
def long_minimax(desk: Any, depth: int) -> int:
    return minimax(desk_at(desk), depth, 0)


@ahead(signature(int, int, int))
def long_alphabeta(desk: Any, depth: int) -> int:
    return alphabeta(desk_at(desk), depth, -INFINITE, INFINITE, 0)


@ahead(signature(int, int, int))
def long_negamax(desk: Any, depth: int) -> int:
    return negamax(desk_at(desk), depth, -INFINITE, INFINITE, 0)


@ahead(signature(int, int, int, int, int))
def long_search(desk: Any, depth: int, alpha: int, beta: int) -> int:
    return search(desk_at(desk), depth, alpha, beta, 0)
