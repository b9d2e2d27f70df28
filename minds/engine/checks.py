"""Which moves give check, known before they are made."""

from minds.board.attacks import KNIGHT_ATTACKS, PAWN_ATTACKS, bishop_attacks, rook_attacks
from minds.board.codes import CASTLING, EN_PASSANT, piece_of, promotion_of, source_of, target_of
from minds.board.compiled import inlined
from minds.board.squares import BISHOP, KING, KNIGHT, NONE, PAWN, QUEEN, ROOK, bit, kind_of
from minds.board.threats import king_of
from minds.engine.searcher import Searcher


@inlined
def aim(searcher: Searcher, ply: int) -> None:
    """Find the squares from which each kind of piece would give check to whoever is not to move."""
    state, aims = searcher.states[ply], searcher.aims[ply]
    them = 1 - int(state.turn)
    king, occupied = king_of(state, them), state.colours[0] | state.colours[1]
    aims[ROOK], aims[BISHOP] = rook_attacks(king, occupied), bishop_attacks(king, occupied)
    aims[QUEEN] = aims[ROOK] | aims[BISHOP]
    aims[KNIGHT], aims[PAWN], aims[KING] = KNIGHT_ATTACKS[king], PAWN_ATTACKS[them, king], NONE


@inlined
def may_check(searcher: Searcher, ply: int, move: int) -> bool:
    """Whether a move gives check, or might by leaving a line to the king open: that is not looked at more closely."""
    aims, promotion = searcher.aims[ply], promotion_of(move)
    kind = promotion - 1 if promotion != 0 else kind_of(piece_of(move))
    if aims[kind] & bit(target_of(move)) != NONE or aims[QUEEN] & bit(source_of(move)) != NONE:
        return True
    return move & (CASTLING | EN_PASSANT) != 0
