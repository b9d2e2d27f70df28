"""Write the moves of a whole game in algebraic notation, several times as fast as python-chess alone.

Ordinary moves are tested and written on a few bitboards here. Castling, promotion, en passant and whatever looks
illegal are left to python-chess, on a board that is set up when it is needed.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from world.errors import IllegalAction
from world.games.chess.referee import (
    BB_DIAG_ATTACKS,
    BB_DIAG_MASKS,
    BB_FILE_ATTACKS,
    BB_FILE_MASKS,
    BB_KING_ATTACKS,
    BB_KNIGHT_ATTACKS,
    BB_PAWN_ATTACKS,
    BB_RANK_ATTACKS,
    BB_RANK_MASKS,
    Board,
    board_of,
    legal_move,
    scan_forward,
)

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)  # as python-chess numbers them
SYMBOLS = ("", "", "N", "B", "R", "Q", "K")
BITS = tuple(1 << square for square in range(64))
NAMES = tuple(f"{file}{rank}" for rank in "12345678" for file in "abcdefgh")
LAST_RANKS = 0xFF000000000000FF
FIRST_RANK, EIGHTH_RANK = 0xFF, 0xFF << 56
LINES = tuple(  # all squares from which a queen on an empty board attacks a square
    BB_DIAG_ATTACKS[square][0] | BB_RANK_ATTACKS[square][0] | BB_FILE_ATTACKS[square][0] for square in range(64)
)
MAX_STARTS = 1000  # kept ready, since many games begin in the same position
SQUARES = {f"{source},{target}": (source, target) for source in range(64) for target in range(64)}  # of actions


def san_moves(start: str, actions: Iterable[str]) -> Iterator[tuple[int, bool, str]]:
    """Yield the number of each move, True if it is White's, and the move in algebraic notation."""
    game = _Game(_start(start))
    for action in actions:
        yield game.number, game.turn, game.push(action)


_start = lru_cache(MAX_STARTS)(board_of)


class _Game:
    """A position, with what python-chess would need to go on from it."""

    __slots__ = ("castling", "cells", "en_passant", "in_check", "kinds", "kings", "number", "quiet", "sides", "turn")

    def __init__(self, board: Board) -> None:
        self._take(board)

    def _take(self, board: Board) -> None:
        """Take over the position of a board."""
        self.kinds = [0, board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings]
        self.cells = [board.piece_type_at(square) or 0 for square in range(64)]
        self.sides = list(board.occupied_co)  # Black's, White's
        self.kings = [(side & board.kings).bit_length() - 1 for side in self.sides]
        self.turn, self.number, self.quiet = board.turn, board.fullmove_number, board.halfmove_clock
        self.castling, self.en_passant = board.clean_castling_rights(), board.ep_square
        self.in_check = board.is_check()

    def _board(self) -> Board:
        """Return the position as a board of python-chess."""
        board = Board(None)
        _, board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = self.kinds
        board.occupied_co[:] = self.sides
        board.occupied = self.sides[0] | self.sides[1]
        board.turn, board.fullmove_number, board.halfmove_clock = self.turn, self.number, self.quiet
        board.castling_rights, board.ep_square = self.castling, self.en_passant
        return board

    def push(self, action: str) -> str:
        """Make a move and return it in algebraic notation; raise IllegalAction if it is not legal."""
        squares = SQUARES.get(action)
        name = self._ordinary(*squares) if squares is not None else ""
        if not name:
            return self._push_slowly(action)
        source, target = squares  # type: ignore[misc]
        self._make(source, target)
        if not self.in_check:
            return name
        return f"{name}+" if self._has_reply() else f"{name}#"

    def _push_slowly(self, action: str) -> str:
        board = self._board()
        move = legal_move(board, action)
        if move is None:
            raise IllegalAction(action, f"a legal action in {board.fen()}")
        name = board.san_and_push(move)
        self._take(board)
        return name

    def _ordinary(self, source: int, target: int) -> str:
        """Return the name of a legal move without the mark of a check; "" for a move that is not ordinary."""
        kind, turn = self.cells[source], self.turn
        own, enemy, from_, to = self.sides[turn], self.sides[not turn], BITS[source], BITS[target]
        if not own & from_ or own & to:
            return ""
        capture = "x" if enemy & to else ""
        if kind == PAWN:
            name = self._pawn_move(source, target, capture)
        elif kind == KING:
            name = f"K{capture}{NAMES[target]}" if BB_KING_ATTACKS[source] & to else ""
        else:
            reach = self._reach(kind, target)
            others = reach & own & self.kinds[kind]  # with the piece itself, which goes from where it can come from
            if not others & from_:
                return ""
            which = self._which(source, target, others ^ from_) if others != from_ else ""
            name = f"{SYMBOLS[kind]}{which}{capture}{NAMES[target]}"
        return name if name and self._is_safe(source, target) else ""

    def _pawn_move(self, source: int, target: int, capture: str) -> str:
        """Return the name of a pawn's possible move; "" for a promotion, en passant, or no move of a pawn."""
        to, forward = BITS[target], 8 if self.turn else -8
        if to & LAST_RANKS:
            return ""
        if capture:
            return f"{NAMES[source][0]}x{NAMES[target]}" if BB_PAWN_ATTACKS[self.turn][source] & to else ""
        step = target - source
        if step == forward:
            return NAMES[target]
        is_double = step == 2 * forward and source >> 3 == (1 if self.turn else 6)
        return NAMES[target] if is_double and not self.cells[source + forward] else ""

    def _reach(self, kind: int, square: int) -> int:
        """Return the squares from which a piece of a kind, not a pawn or king, can go to a square."""
        if kind == KNIGHT:
            return BB_KNIGHT_ATTACKS[square]
        occupied = self.sides[0] | self.sides[1]
        reach = 0
        if kind != ROOK:
            reach = BB_DIAG_ATTACKS[square][BB_DIAG_MASKS[square] & occupied]
        if kind != BISHOP:
            reach |= BB_RANK_ATTACKS[square][BB_RANK_MASKS[square] & occupied]
            reach |= BB_FILE_ATTACKS[square][BB_FILE_MASKS[square] & occupied]
        return reach

    def _which(self, source: int, target: int, others: int) -> str:
        """Return file, rank or square of a piece if others of its kind may make the same move."""
        rivals = [square for square in scan_forward(others) if self._is_safe(square, target)]
        if not rivals:
            return ""
        if all(square & 7 != source & 7 for square in rivals):
            return NAMES[source][0]
        return NAMES[source][1] if all(square >> 3 != source >> 3 for square in rivals) else NAMES[source]

    def _is_safe(self, source: int, target: int) -> bool:
        """Return True if a move that a piece can make leaves its king safe."""
        king, from_, to = self.kings[self.turn], BITS[source], BITS[target]
        if source == king:
            king = target
        elif not self.in_check and not from_ & LINES[king]:
            return True
        own, enemy = self.sides[self.turn], self.sides[not self.turn] & ~to
        return not self._is_attacked(king, self.turn, enemy, (own ^ from_) | to | enemy)

    def _is_attacked(self, square: int, colour: bool, enemy: int, occupied: int) -> bool:
        """Return True if pieces among `enemy` attack a square of this colour's piece."""
        _, pawns, knights, bishops, rooks, queens, kings = self.kinds
        return bool(
            enemy
            & (
                BB_DIAG_ATTACKS[square][BB_DIAG_MASKS[square] & occupied] & (bishops | queens)
                | BB_RANK_ATTACKS[square][BB_RANK_MASKS[square] & occupied] & (rooks | queens)
                | BB_FILE_ATTACKS[square][BB_FILE_MASKS[square] & occupied] & (rooks | queens)
                | BB_KNIGHT_ATTACKS[square] & knights
                | BB_PAWN_ATTACKS[colour][square] & pawns
                | BB_KING_ATTACKS[square] & kings
            )
        )

    def _make(self, source: int, target: int) -> None:
        """Make an ordinary move."""
        cells, kinds, sides, turn = self.cells, self.kinds, self.sides, self.turn
        kind, taken, from_, to = cells[source], cells[target], BITS[source], BITS[target]
        both = from_ | to
        if taken:
            kinds[taken] ^= to
            sides[not turn] ^= to
        kinds[kind] ^= both
        sides[turn] ^= both
        cells[source], cells[target] = 0, kind
        self.quiet = 0 if taken or kind == PAWN else self.quiet + 1
        self.en_passant = (source + target) >> 1 if kind == PAWN and abs(target - source) == 16 else None
        if kind == KING:
            self.kings[turn] = target
            self.castling &= ~(FIRST_RANK if turn else EIGHTH_RANK)
        self.castling &= ~both
        self.number += not turn
        self.turn = not turn
        self.in_check = self._gives_check(kind, from_, target)

    def _gives_check(self, kind: int, from_: int, target: int) -> bool:
        """Return True if the side to move is in check after a piece has come to a square."""
        king = self.kings[self.turn]
        if kind == PAWN:
            is_direct = BB_PAWN_ATTACKS[not self.turn][target] & BITS[king]
        elif kind == KNIGHT:
            is_direct = BB_KNIGHT_ATTACKS[target] & BITS[king]
        else:
            is_direct = LINES[target] & BITS[king]
        if not is_direct and not from_ & LINES[king]:
            return False
        own, enemy = self.sides[self.turn], self.sides[not self.turn]
        return self._is_attacked(king, self.turn, enemy, own | enemy)

    def _has_reply(self) -> bool:
        """Return True if the side in check has a legal move; most often its king has one."""
        king = self.kings[self.turn]
        for square in scan_forward(BB_KING_ATTACKS[king] & ~self.sides[self.turn]):
            if self._is_safe(king, square):
                return True
        return any(self._board().generate_legal_moves())
