"""Null move pruning: if passing is good enough to exceed beta, some legal move is too."""

from minds.board.compiled import copy_record, core, inlined
from minds.board.keys import TURN_KEY, en_passant_key
from minds.board.squares import KING, NONE, PAWN
from minds.board.state import NO_SQUARE, State
from minds.engine.searcher import Searcher

MIN_DEPTH = 3  # plies; shallower nodes are not tried
VERIFY_DEPTH = 10  # plies from which a search without null moves must verify the cutoff
NO_MOVE = 0  # in place of a move


@inlined
def has_pieces(state: State) -> bool:
    """True if the side to move has more than king and pawns; otherwise zugzwang is too likely."""
    return state.colours[state.turn] & ~(state.pieces[KING] | state.pieces[PAWN]) != NONE


@inlined
def may_try_null_move(searcher: Searcher, ply: int, depth: int) -> bool:
    """True if a null move is allowed: deep enough, not twice running, not during verification."""
    if depth < MIN_DEPTH or searcher.played[ply - 1] == NO_MOVE or ply < searcher.null_move_from:
        return False
    return has_pieces(searcher.states[ply])


@inlined
def null_move_depth(depth: int, lead: int) -> int:
    """The depth of the search after a null move: less, the further the static score is above beta."""
    return depth - 4 - depth // 4 - min(lead // 200, 3)


@core
def make_null_move(parent: State, child: State) -> None:
    """Write into `child` the position after a null move; it repeats no earlier position."""
    copy_record(parent, child)
    child.key ^= TURN_KEY
    child.turn = 1 - parent.turn
    child.halfmoves = 0
    if parent.en_passant != NO_SQUARE:
        child.key ^= en_passant_key(int(parent.en_passant))
        child.en_passant = NO_SQUARE
