"""The entries of a Polyglot book: 16 bytes each, sorted by the key of their position.

A move is a number there: bits 0–5 are the target, 6–11 the source, 12–14 the promotion (1 knight to 4 queen).
Castling is written as the king taking its own rook.
"""

from struct import Struct

from minds.board.move import Move
from minds.board.move_code import PROMOTION
from minds.board.position import Position

ENTRY = Struct(">QHHI")  # key, move, weight, and a number for programs that learn, which we leave 0
KEY_BYTES = 8
SOURCE, PROMOTED = 6, 12
KINGS = (1, 7)


def code_of(position: Position, move: Move) -> int:
    """Return the number of a legal move."""
    target, step = move.target, move.target - move.source
    if abs(step) == 2 and position.piece_at(move.source) in KINGS:
        target = move.source + (3 if step > 0 else -4)
    return target | _without_target(move)


def legal_codes(position: Position) -> dict[int, Move]:
    """Return the legal moves by their numbers. Castling is there as its two squares too, as some programs write it."""
    moves = position.legal_moves()
    plain = {move.target | _without_target(move): move for move in moves}
    return plain | {code_of(position, move): move for move in moves}


def _without_target(move: Move) -> int:
    kind = move.notation_code >> PROMOTION & 7  # 2 queen to 5 knight
    return move.source << SOURCE | (6 - kind if kind else 0) << PROMOTED
