"""The reason why a move is illegal, as people say it: the pawn on e2 can go to e3, e4."""

from collections.abc import Sequence

from world.games.chess.referee import Board, Move
from world.games.chess.words import PIECES, square_name

SIDES = ("Black", "White")
MOST_SHOWN = 12


def why_illegal(board: Board, move: Move, legal: Sequence[Move]) -> str:
    """Return why a move is none of the legal ones, and what its piece, or else the side to move, can do instead."""
    square, side = square_name(move.from_square), SIDES[board.turn]
    piece = board.piece_at(move.from_square)
    if piece is None:
        return f"{square} is empty; {_all_moves(legal)}"
    who = f"the {PIECES[piece.piece_type]} on {square}"
    if piece.color != board.turn:
        return f"{who} is {SIDES[piece.color]}'s, and it is {side}'s turn; {_all_moves(legal)}"
    targets = sorted({one.to_square for one in legal if one.from_square == move.from_square})
    if move.promotion and move.to_square in targets:
        return f'only a pawn that reaches the last rank is promoted; expected "{move.from_square},{move.to_square}"'
    where = f"{who} can go to {', '.join(map(square_name, targets))}" if targets else f"{who} cannot move"
    reasons = [f"{side} is in check"] if board.is_check() else []
    if board.is_pseudo_legal(move) or (not targets and board.is_pinned(board.turn, move.from_square)):
        reasons = [f"it would leave {side}'s king in check"]
    return "; ".join([*reasons, where, *([] if targets else [_all_moves(legal)])])


def _all_moves(legal: Sequence[Move]) -> str:
    more = f" … ({len(legal)} in all)" if len(legal) > MOST_SHOWN else ""
    return f"legal moves: {', '.join(move.uci() for move in legal[:MOST_SHOWN])}{more}"
