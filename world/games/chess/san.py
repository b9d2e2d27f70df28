"""Write the moves of a whole game in algebraic notation, several times as fast as python-chess alone.

Moves are tested and written on a few bitboards here. En passant and whatever looks illegal are left to python-chess, on
a board that is set up when it is needed.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import or_

from world.errors import IllegalAction
from world.games.chess.referee import (
    BB_DIAG_ATTACKS,
    BB_FILE_ATTACKS,
    BB_KING_ATTACKS,
    BB_KNIGHT_ATTACKS,
    BB_PAWN_ATTACKS,
    BB_RANK_ATTACKS,
    Board,
    between,
    board_of,
    legal_move,
    scan_forward,
)

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)  # as python-chess numbers them
SYMBOLS = ("", "", "N", "B", "R", "Q", "K")
BITS = tuple(1 << square for square in range(64))
NAMES = tuple(f"{file}{rank}" for rank in "12345678" for file in "abcdefgh")
LAST_RANKS = 0xFF000000000000FF
FIRST_RANK, SECOND_RANK, SEVENTH_RANK, EIGHTH_RANK = (0xFF << 8 * rank for rank in (0, 1, 6, 7))
DIAGONALS = tuple(BB_DIAG_ATTACKS[square][0] for square in range(64))  # all squares that a bishop attacks if alone
STRAIGHTS = tuple(BB_RANK_ATTACKS[square][0] | BB_FILE_ATTACKS[square][0] for square in range(64))
LINES = tuple(map(or_, DIAGONALS, STRAIGHTS))
BETWEEN = tuple(tuple(between(source, target) for target in range(64)) for source in range(64))
PIECES = (BB_KNIGHT_ATTACKS, DIAGONALS, STRAIGHTS, LINES, BB_KING_ATTACKS)
# By the colour to move, the kind of its piece, and a square: from where the piece attacks the square on an empty board.
ATTACKERS = tuple(((0,) * 64, BB_PAWN_ATTACKS[not white], *PIECES) for white in (False, True))
STEPS = (  # by colour and square: from where a pawn steps there on an empty board
    tuple(bit << 8 | bit << 16 & SEVENTH_RANK for bit in BITS),
    tuple(bit >> 8 | bit >> 16 & SECOND_RANK for bit in BITS),
)
TAKES = tuple(tuple(f"{symbol}x{name}" for name in NAMES) for symbol in SYMBOLS)
GOES = tuple(tuple(f"{symbol}{name}" for name in NAMES) for symbol in SYMBOLS)
PROMOTIONS = {"": 0, ",n": KNIGHT, ",b": BISHOP, ",r": ROOK, ",q": QUEEN}
MAX_STARTS = 1000  # kept ready, since many games begin in the same position
ROOKS = {(4, 6): (7, 5), (4, 2): (0, 3), (60, 62): (63, 61), (60, 58): (56, 59)}  # their squares, by the king's
MOVES = {  # actions as two squares, their bits, the bits of the squares between them, and the piece of a promotion
    f"{source},{target}{suffix}": (source, target, BITS[source], BITS[target], BETWEEN[source][target], piece)
    for source in range(64)
    for target in range(64)
    for suffix, piece in PROMOTIONS.items()
    if not suffix or BITS[target] & LAST_RANKS
}
NO_MOVE = (0, 0, BITS[0], BITS[0], 0, 0)


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
        self.cells = [0] * 64
        for kind, pieces in enumerate(self.kinds):
            for square in scan_forward(pieces):
                self.cells[square] = kind
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
        # Long, because this runs for every ply of a report, and calls would take as much time as the work.
        source, target, from_, to, path, piece = MOVES.get(action, NO_MOVE)
        cells, sides, turn = self.cells, self.sides, self.turn
        kind, taken, own, enemy, king = cells[source], cells[target], sides[turn], sides[not turn], self.kings[turn]
        occupied = own | enemy
        sources = STEPS[turn][target] if kind == PAWN and not taken else ATTACKERS[turn][kind][target]
        if not own & from_ & sources or own & to or path & occupied or (piece and kind != PAWN):
            return (self._castle(source, target) if kind == KING and not piece else "") or self._push_slowly(action)
        is_exposed = from_ & LINES[king] and not BETWEEN[king][source] & occupied  # it may be pinned
        if (is_exposed or kind == KING or self.in_check) and not self._is_safe(source, target):
            return self._push_slowly(action)
        if kind == PAWN:
            name = f"{NAMES[source][0]}x{NAMES[target]}" if taken else NAMES[target]
            if to & LAST_RANKS:
                piece = piece or QUEEN
                name = f"{name}={SYMBOLS[piece]}"
        elif others := own & self.kinds[kind] & sources ^ from_:
            which = self._which(source, target, others)
            name = f"{SYMBOLS[kind]}{which}{'x' if taken else ''}{NAMES[target]}"
        else:
            name = TAKES[kind][target] if taken else GOES[kind][target]
        self._make(source, target, piece or kind)
        return self._marked(name) if self.in_check else name

    def _marked(self, name: str) -> str:
        """Return the name of a move that gives check with its mark."""
        return f"{name}+" if self._has_reply() else f"{name}#"

    def _castle(self, source: int, target: int) -> str:
        """Castle and return it in algebraic notation; "" if that is not legal."""
        turn, king, occupied = self.turn, self.kings[self.turn], self.sides[0] | self.sides[1]
        corner, middle = ROOKS.get((source, target), (king, king))
        if self.in_check or not self.castling & BITS[corner] or BETWEEN[king][corner] & occupied:
            return ""
        if not self._is_safe(king, middle) or not self._is_safe(king, target):
            return ""
        both = BITS[corner] | BITS[middle]
        self.kinds[ROOK] ^= both
        self.sides[turn] ^= both
        self.cells[corner], self.cells[middle] = 0, ROOK
        self._make(source, target, KING)
        self.in_check = self._gives_check(corner, middle, ROOK)
        name = "O-O" if middle > source else "O-O-O"
        return self._marked(name) if self.in_check else name

    def _push_slowly(self, action: str) -> str:
        board = self._board()
        move = legal_move(board, action)
        if move is None:
            raise IllegalAction(action, f"a legal action in {board.fen()}")
        name = board.san_and_push(move)
        self._take(board)
        return name

    def _which(self, source: int, target: int, others: int) -> str:
        """Return file, rank or square of a piece if others of its kind may make the same move."""
        paths, occupied = BETWEEN[target], self.sides[0] | self.sides[1]
        able = (square for square in scan_forward(others) if not paths[square] & occupied)
        rivals = [square for square in able if self._is_safe(square, target)]
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
        near = BB_PAWN_ATTACKS[colour][square] & pawns | BB_KNIGHT_ATTACKS[square] & knights
        if enemy & (near | BB_KING_ATTACKS[square] & kings):
            return True
        far = enemy & (DIAGONALS[square] & (bishops | queens) | STRAIGHTS[square] & (rooks | queens))
        paths = BETWEEN[square]
        while far:
            attacker = far.bit_length() - 1
            if not paths[attacker] & occupied:
                return True
            far ^= BITS[attacker]
        return False

    def _make(self, source: int, target: int, piece: int) -> None:
        """Make a legal move, after which there is this piece on its target."""
        cells, kinds, sides, turn = self.cells, self.kinds, self.sides, self.turn
        kind, taken, from_, to = cells[source], cells[target], BITS[source], BITS[target]
        if taken:
            kinds[taken] ^= to
            sides[not turn] ^= to
        kinds[kind] ^= from_
        kinds[piece] ^= to
        sides[turn] ^= from_ | to
        cells[source], cells[target] = 0, piece
        self.quiet = 0 if taken or kind == PAWN else self.quiet + 1
        self.en_passant = (source + target) >> 1 if kind == PAWN and abs(target - source) == 16 else None
        if kind == KING:
            self.kings[turn] = target
            self.castling &= ~(FIRST_RANK if turn else EIGHTH_RANK)
        self.castling &= ~(from_ | to)
        self.number += not turn
        self.turn = not turn
        self.in_check = self._gives_check(source, target, piece)

    def _gives_check(self, source: int, target: int, piece: int) -> bool:
        """Return True if the side to move is in check after a piece has gone from one square to another."""
        colour, occupied = self.turn, self.sides[0] | self.sides[1]
        king = self.kings[colour]
        paths = BETWEEN[king]
        if ATTACKERS[not colour][piece][king] & BITS[target] and not paths[target] & occupied:
            return True
        if not BITS[source] & LINES[king] or paths[source] & occupied:
            return False
        return self._is_attacked(king, colour, self.sides[not colour], occupied)  # by a piece that was hidden

    def _has_reply(self) -> bool:
        """Return True if the side in check has a legal move; most often its king has one."""
        king = self.kings[self.turn]
        for square in scan_forward(BB_KING_ATTACKS[king] & ~self.sides[self.turn]):
            if self._is_safe(king, square):
                return True
        return any(self._board().generate_legal_moves())
