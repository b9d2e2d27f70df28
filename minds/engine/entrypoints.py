"""The entrypoints from Python into the compiled searches; they let other threads run meanwhile."""

from typing import Any

from minds.board.codes import PLAIN, target_of
from minds.board.compiled import ahead, copy_record, entry, signature
from minds.board.entrypoints import state_at
from minds.board.movegen import list_moves
from minds.board.squares import bit
from minds.engine.negamax import negamax
from minds.engine.search import search
from minds.engine.searcher import searcher_at
from minds.engine.textbook import alphabeta, minimax
from minds.search.game import INFINITE


@entry
def entry_lay(state: Any, searcher: Any) -> None:
    """Put a state on top of a searcher."""
    copy_record(state_at(state), searcher_at(searcher).states[0])


@entry
def entry_choose(searcher: Any, plain: int) -> None:
    """Have a searcher's search look at this move, and at others so chosen, alone."""
    searcher = searcher_at(searcher)
    for i in range(list_moves(searcher.states[0], searcher.moves[0], bit(target_of(plain)))):
        if searcher.moves[0, i] & PLAIN == plain:
            searcher.chosen[searcher.choice] = searcher.moves[0, i]
            searcher.choice += 1


@ahead(signature(int, int, int))
def long_minimax(searcher: Any, depth: int) -> int:
    return minimax(searcher_at(searcher), depth, 0)


@ahead(signature(int, int, int))
def long_alphabeta(searcher: Any, depth: int) -> int:
    return alphabeta(searcher_at(searcher), depth, -INFINITE, INFINITE, 0)


@ahead(signature(int, int, int))
def long_negamax(searcher: Any, depth: int) -> int:
    return negamax(searcher_at(searcher), depth, -INFINITE, INFINITE, 0)


@ahead(signature(int, int, int, int, int))
def long_search(searcher: Any, depth: int, alpha: int, beta: int) -> int:
    return search(searcher_at(searcher), depth, alpha, beta, 0)
