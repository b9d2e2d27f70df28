"""The compiled words for functions of one's own: what a @jit function may import and call.

state.pieces[kind], state.colours[colour]    the bitboards of a state; kinds are KING QUEEN ROOK BISHOP KNIGHT PAWN
state.turn, .castling, .en_passant, .key …   the rest of it: see `minds.board.state`
list_moves(state, moves, wanted)             write the legal moves that end on wanted squares (ALL); how many
count_moves(state, moves)                    only how many; `moves` is not touched
make(state, child, move)                     write the state after a legal move into another
perft(workspace, ply, depth)                      the lines of play from workspace.states[ply]
score(state)                                 piece-square score for the side to move
piece_at(state, square)                      the original's number, 0 to 12
source_of(move), target_of(move)             squares of a move's number
piece_of(move), captured_of(move)            the original's numbers; 0 if nothing is captured
promotion_of(move)                           0, or the number as if for White: 2 Q, 3 R, 4 B, 5 N
king_of(state, colour)                       the square of a king
checkers(state, colour)                      the pieces that give check to that king
attackers(state, square, occupied, colour)   the pieces of a colour that attack a square
attacked_by(state, colour, occupied)         all squares that a colour attacks
rook_attacks(square, occupied), bishop_…     where a slider sees; KNIGHT_ATTACKS[square], KING_ATTACKS[square]
pawn_attacks(pawns, colour)                  all squares that these pawns attack
bit(square), pop(squares), popcount(squares) a set of one; its first and the others; how many
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
from minds.board.threats import attacked_by, attackers, enemies, king_of

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
    "enemies",
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
