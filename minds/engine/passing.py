"""To pass: not allowed in chess, but if even that would be good enough, some real move is too."""

from minds.board.compiled import copy_record, core, inlined
from minds.board.keys import TURN_KEY, en_passant_key
from minds.board.squares import KING, NONE, PAWN
from minds.board.state import NO_SQUARE, State
from minds.engine.searcher import Searcher

PASS_DEPTH = 3  # plies from which it pays to try
CLAIMED = 10  # plies from which it is only a claim: a search without passes must confirm it
PASSED = 0  # in place of a move


@inlined
def has_pieces(state: State) -> bool:
    """Whether the side to move has more than king and pawns: with pawns alone it may be bad luck to have to move."""
    return state.colours[state.turn] & ~(state.pieces[KING] | state.pieces[PAWN]) != NONE


@inlined
def may_pass(searcher: Searcher, ply: int, depth: int) -> bool:
    """Whether to try: deep enough, not after a pass, and not while one is being confirmed."""
    if depth < PASS_DEPTH or searcher.played[ply - 1] == PASSED or ply < searcher.passing_from:
        return False
    return has_pieces(searcher.states[ply])


@inlined
def depth_of_pass(depth: int, ahead: int) -> int:
    """A pass is so bad a move that a shallow look will do, the more so the further one is ahead."""
    return depth - 4 - depth // 4 - min(ahead // 200, 3)


@core
def make_nothing(parent: State, child: State) -> None:
    """Write into `child` the position after passing; it repeats nothing."""
    copy_record(parent, child)
    child.key ^= TURN_KEY
    child.turn = 1 - parent.turn
    child.halfmoves = 0
    if parent.en_passant != NO_SQUARE:
        child.key ^= en_passant_key(int(parent.en_passant))
        child.en_passant = NO_SQUARE
