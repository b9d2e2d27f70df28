"""The compiled words for functions of one's own: what a @jit function may import and call.

state.pieces[kind], state.colours[colour]        the bitboards of a state; see `minds.board.state`
list_moves(state, moves, ALL)                    write the legal moves into an array; how many
count_moves(state, moves)                        only how many
make(state, child, move)                         the state after a move, into another
score(state)                                     piece-square score for the side to move
source_of(move), target_of(move), captured_of …  what a move's number says; see `minds.board.codes`
"""

from minds.board.attacks import KING_ATTACKS, KNIGHT_ATTACKS, bishop_attacks, pawn_attacks, rook_attacks
from minds.board.codes import captured_of, piece_of, promotion_of, source_of, target_of
from minds.board.compiled import leading_zeros, popcount, trailing_zeros
from minds.board.make import make
from minds.board.movegen import count_moves, list_moves
from minds.board.perft import perft
from minds.board.scores import score
from minds.board.settle import checkers
from minds.board.squares import (
    ALL,
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    NONE,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    Bitboard,
    bit,
    pop,
)
from minds.board.state import STATE, WORKSPACE, new_state, new_workspace, piece_at
from minds.board.threats import attacked_by, attackers, king_of

__all__ = [
    "ALL",
    "BISHOP",
    "BLACK",
    "KING",
    "KING_ATTACKS",
    "KNIGHT",
    "KNIGHT_ATTACKS",
    "NONE",
    "PAWN",
    "QUEEN",
    "ROOK",
    "STATE",
    "WHITE",
    "WORKSPACE",
    "Bitboard",
    "attacked_by",
    "attackers",
    "bishop_attacks",
    "bit",
    "captured_of",
    "checkers",
    "count_moves",
    "king_of",
    "leading_zeros",
    "list_moves",
    "make",
    "new_state",
    "new_workspace",
    "pawn_attacks",
    "perft",
    "piece_at",
    "piece_of",
    "pop",
    "popcount",
    "promotion_of",
    "rook_attacks",
    "score",
    "source_of",
    "target_of",
    "trailing_zeros",
]
