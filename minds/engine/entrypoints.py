"""Entry points from Python that prepare a searcher for any of the compiled searches."""

from typing import Any

from minds.board.compiled import copy_record, entry
from minds.board.entrypoints import state_at
from minds.board.move_code import NOTATION_BITS, target_of
from minds.board.movegen import list_moves
from minds.board.squares import bit
from minds.engine.searcher import searcher_at


@entry
def entry_set_state(state: Any, searcher: Any) -> None:
    """Put a state at the root of a searcher."""
    copy_record(state_at(state), searcher_at(searcher).states[0])


@entry
def entry_add_root_move(searcher: Any, notation: int) -> None:
    """Restrict a search to this root move, and others added before or after it."""
    searcher = searcher_at(searcher)
    for i in range(list_moves(searcher.states[0], searcher.moves[0], bit(target_of(notation)))):
        if searcher.moves[0, i] & NOTATION_BITS == notation:
            searcher.root_moves[searcher.root_count] = searcher.moves[0, i]
            searcher.root_count += 1
