"""All that a @jit function may import from the compiled rules of chess.

A state is one position:
state.pieces[kind]                           a bitboard for each kind of piece, both colours
state.colours[colour]                        a bitboard for each colour, all kinds
state.castling                               the bitboard of rooks that may still castle
state.key                                    the Zobrist key, equal for positions that count as repetitions
state.midgame, state.endgame                 White's material and piece-square scores, which `score` combines
state.phase                                  24 with all pieces on the board, 0 with kings and pawns only
state.turn                                   the side to move, WHITE or BLACK
state.en_passant                             the target of a legal en passant capture, or -1
state.halfmoves, state.fullmoves             the two clocks of a FEN

A workspace is what a search needs:
workspace.states[ply]                        a stack of 128 states
workspace.moves[ply]                         a row of 256 moves for each of them

Constants and types:
WHITE, BLACK                                 0 and 1
KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN      the kinds of pieces, 0 to 5
NONE, ALL                                    the empty bitboard, and that of all squares
KING_ATTACKS[square], KNIGHT_ATTACKS[square] the squares these pieces attack
Bitboard(number)                             the type of a bitboard, an unsigned 64-bit integer
STATE, WORKSPACE                             the numpy dtypes of the two records
new_state()                                  an empty state as an array of one row, for Python
new_workspace(states)                        an empty workspace likewise; `states` gives the state at ply 0

Moves, each one integer:
list_moves(state, out, wanted)               write the legal moves that end on wanted squares (ALL), return how many
count_moves(state)                           the number of legal moves
make(parent, child, move)                    write the state after a legal move into another state
source_of(move), target_of(move)             the squares of a move
piece_of(move), captured_of(move)            piece numbers, 1 to 12; 0 if nothing is captured
promotion_of(move)                           0, or the number of the white piece: 2 Q, 3 R, 4 B, 5 N
perft(workspace, ply, depth)                 the number of lines of play from workspace.states[ply]

Positions:
score(state)                                 the piece-square score for the side to move, in centipawns
piece_at(state, square)                      the piece number on a square, 0 to 12
king_of(state, colour)                       the square of a king
enemies(state)                               the pieces of the side that is not to move
checkers(state, colour)                      the pieces that give check to a king
attackers(state, square, occupied, colour)   the pieces of a colour that attack a square
attacked_by(state, colour, occupied)         all squares that a colour attacks
rook_attacks(square, occupied)               the squares a rook attacks
bishop_attacks(square, occupied)             the squares a bishop attacks
pawn_attacks(pawns, colour)                  the squares that these pawns attack

Bitboards:
bit(square)                                  the bitboard of one square
pop(squares)                                 the lowest square of a set that is not empty, and the others
popcount(bitboard)                           the number of squares
trailing_zeros(bitboard)                     the lowest square of a set that is not empty
leading_zeros(bitboard)                      the number of squares above its highest one
"""

from minds.board.attacks import KING_ATTACKS, KNIGHT_ATTACKS, bishop_attacks, pawn_attacks, rook_attacks
from minds.board.compiled import leading_zeros, popcount, trailing_zeros
from minds.board.make import make
from minds.board.move_code import captured_of, piece_of, promotion_of, source_of, target_of
from minds.board.movegen import count_moves, list_moves
from minds.board.perft import perft
from minds.board.scores import score
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
from minds.board.threats import attacked_by, attackers, checkers, enemies, king_of

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
