"""A move of chess in plain words: the knight from g1 to f3."""

from world.games.chess.referee import Board, Move

PIECES = ("", "pawn", "knight", "bishop", "rook", "queen", "king")  # as python-chess numbers them


def in_words(board: Board, move: Move) -> str:
    """Return a legal move in words."""
    promotion = f", which becomes a {PIECES[move.promotion]}" if move.promotion else ""
    return f"{_way(board, move)}{promotion}{_threat(board, move)}"


def square_name(number: int) -> str:
    """Return a square as people write it: e4."""
    return f"{'abcdefgh'[number % 8]}{number // 8 + 1}"


def _way(board: Board, move: Move) -> str:
    """Return which piece goes where, and what it takes."""
    if board.is_castling(move):
        return f"castles on the {'king' if move.to_square > move.from_square else 'queen'}'s side"
    mover = f"the {PIECES[board.piece_type_at(move.from_square) or 0]} from {square_name(move.from_square)}"
    target = square_name(move.to_square)
    if board.is_en_passant(move):
        return f"{mover} takes a pawn in passing and goes to {target}"
    taken = board.piece_type_at(move.to_square)
    return f"{mover} takes the {PIECES[taken]} on {target}" if taken else f"{mover} to {target}"


def _threat(board: Board, move: Move) -> str:
    """Return what the move does to the other king."""
    if not board.gives_check(move):
        return ""
    after = board.copy(stack=False)
    after.push(move)
    return "; checkmate" if after.is_checkmate() else "; check"
