"""Finds out whether a move gives check before it is made."""

from minds.board.attacks import KNIGHT_ATTACKS, PAWN_ATTACKS, bishop_attacks, rook_attacks
from minds.board.compiled import inlined
from minds.board.move_code import CASTLING, EN_PASSANT, piece_of, promotion_of, source_of, target_of
from minds.board.squares import BISHOP, KING, KNIGHT, NONE, PAWN, QUEEN, ROOK, bit, kind_of
from minds.board.threats import king_of
from minds.engine.searcher import Searcher


@inlined
def find_check_squares(searcher: Searcher, ply: int) -> None:
    """Find the squares from which each kind of piece would check the king of the side not to move."""
    state, check_squares = searcher.states[ply], searcher.check_squares[ply]
    them = 1 - int(state.turn)
    king, occupied = king_of(state, them), state.colours[0] | state.colours[1]
    check_squares[ROOK], check_squares[BISHOP] = rook_attacks(king, occupied), bishop_attacks(king, occupied)
    check_squares[QUEEN] = check_squares[ROOK] | check_squares[BISHOP]
    check_squares[KNIGHT], check_squares[PAWN], check_squares[KING] = (
        KNIGHT_ATTACKS[king],
        PAWN_ATTACKS[them, king],
        NONE,
    )


@inlined
def may_give_check(searcher: Searcher, ply: int, move: int) -> bool:
    """True if a move gives check, or might by a discovered check, which is not examined further."""
    check_squares, promotion = searcher.check_squares[ply], promotion_of(move)
    kind = promotion - 1 if promotion != 0 else kind_of(piece_of(move))
    if check_squares[kind] & bit(target_of(move)) != NONE or check_squares[QUEEN] & bit(source_of(move)) != NONE:
        return True
    return move & (CASTLING | EN_PASSANT) != 0
