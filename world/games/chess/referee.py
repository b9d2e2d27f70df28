"""The referee of chess, built on python-chess. Apart from tests, no other file of the project imports python-chess.

To save time, each ply makes one legality test, looks for one legal reply and counts one position. Most tests are
answered by `free_pieces`, most moves are made by `push_plainly`, and a FEN is written only if it is asked for: 5 µs a
ply, and 8 with the FEN, instead of 20.
"""

import re
from functools import lru_cache
from typing import Any

import chess
import chess.svg
from chess import BB_DIAG_ATTACKS as BB_DIAG_ATTACKS
from chess import BB_DIAG_MASKS as BB_DIAG_MASKS
from chess import BB_FILE_ATTACKS as BB_FILE_ATTACKS
from chess import BB_FILE_MASKS as BB_FILE_MASKS
from chess import BB_KING_ATTACKS as BB_KING_ATTACKS
from chess import BB_KNIGHT_ATTACKS as BB_KNIGHT_ATTACKS
from chess import BB_PAWN_ATTACKS as BB_PAWN_ATTACKS
from chess import BB_RANK_ATTACKS as BB_RANK_ATTACKS
from chess import BB_RANK_MASKS as BB_RANK_MASKS
from chess import Board as Board
from chess import Move as Move
from chess import between as between
from chess import scan_forward as scan_forward

from world.errors import IllegalAction, StartError, quoted
from world.games.chess.fen import complete
from world.games.chess.placement import Placement

ACTION = re.compile("(0|[1-9][0-9]?),(0|[1-9][0-9]?)(?:,([qrbn]))?")
UCI = re.compile("[a-h][1-8][a-h][1-8][qrbn]?")
START_FEN = chess.STARTING_FEN
SHOWN = 12  # legal actions listed when an illegal one arrives
WHITE_WINS, BLACK_WINS, DRAW = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)
MOST_HALFMOVES = 100
Verdict = tuple[str, tuple[float, float]]  # the kind of an ending, and the score of each seat
FINAL = ("checkmate", "stalemate")  # endings beyond which there is no move
LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8
BITS = chess.BB_SQUARES
BACK_RANKS = (chess.BB_RANK_8, chess.BB_RANK_1)  # Black's, White's
STRAIGHTS = tuple(BB_RANK_ATTACKS[square][0] | BB_FILE_ATTACKS[square][0] for square in range(64))
DIAGONALS = tuple(BB_DIAG_ATTACKS[square][0] for square in range(64))
MAX_STARTS = 1000  # kept ready, since many games begin in the same position


class Referee:
    """The referee of one game: it knows the position, the legal moves, and when the game is over."""

    def __init__(self, fen: str = "") -> None:
        board, placement, self.castling = _start(fen)
        self.board, self.rights = board.copy(stack=False), board.castling_rights
        self.placement: Placement | None = placement.copy()  # as it was before the moves that follow
        self.plain_moves: list[Move] = []
        self.last: Move | None = None
        self.seen: dict[tuple[int | None, ...], int] = {}  # how often each position has occurred
        self.verdict: Verdict | None = None
        self._arrive()

    @property
    def turn(self) -> int:
        """0 if White is to move, 1 if Black."""
        return 0 if self.board.turn else 1

    def read(self, action: object) -> Move:
        """Return the legal move of an action, or raise IllegalAction. A promotion without a letter is to a queen."""
        move = None if self.verdict else legal_move(self.board, action, self.free)
        if move is not None:
            return move
        named = _read(action) if isinstance(action, str) else None
        if named is not None and named.from_square != named.to_square and not self.verdict:
            raise self._refusal(str(action), named)
        written = f" ({action} is {_in_numbers(action)})" if isinstance(action, str) and UCI.fullmatch(action) else ""
        expected = f'"from,to" with squares 0 to 63, or "from,to,q" (r, b, n){written}; {self._hint()}'
        raise IllegalAction(action, self._hint() if named is not None else expected)

    def _refusal(self, action: str, move: Move) -> IllegalAction:
        """Return the refusal of a move that is not legal, with the reason as people say it."""
        from world.games.chess.refusal import why_illegal

        reason = why_illegal(self.board, move, list(self.board.generate_legal_moves()))
        return IllegalAction(action, self._hint(move.from_square), reason, move.uci())

    def push(self, move: Move) -> None:
        """Play a legal move and judge the new position."""
        board = self.board
        if push_plainly(board, move):
            self.plain_moves.append(move)
        else:
            board.push(move)
            self.placement = None
        self.last = move
        if not board.halfmove_clock:
            self.seen.clear()  # no position before a capture or a pawn move can occur again
        self._arrive()

    def play_on(self) -> None:
        """Take back an ending after which games elsewhere may go on, because there a player has to claim it."""
        if self.verdict is not None and self.verdict[0] not in FINAL:
            self.verdict = None

    @property
    def fen(self) -> str:
        """The position, with an en-passant square only if the capture is legal."""
        board = self.board
        square = "-" if self.passed is None else chess.SQUARE_NAMES[self.passed]
        if board.castling_rights != self.rights:
            self.rights, self.castling = board.castling_rights, board.castling_xfen()
        sides = f"{'w' if board.turn else 'b'} {self.castling} {square}"
        return f"{self._placed().field()} {sides} {board.halfmove_clock} {board.fullmove_number}"

    def _placed(self) -> Placement:
        """Return the present placement of the pieces."""
        if self.placement is None:
            self.placement = Placement(self.board.board_fen())
        else:
            for move in self.plain_moves:
                self.placement.move(move.from_square, move.to_square)
        self.plain_moves.clear()
        return self.placement

    def _arrive(self) -> None:
        """Count the repetitions of the new position, and judge it."""
        board = self.board
        (black, white), turn, passed = board.occupied_co, board.turn, board.ep_square
        if passed is not None:
            takers = BB_PAWN_ATTACKS[not turn][passed] & board.pawns & (white if turn else black)
            if not takers or not board.has_legal_en_passant():
                passed = None
        # All in which two positions can differ, if there is no capture or pawn move between them.
        rooks, queens, rights = board.rooks, board.queens, board.castling_rights
        what = (black, white, board.knights, board.bishops, rooks, queens, turn, rights, passed)
        self.seen[what] = times = self.seen.get(what, 0) + 1
        self.passed = passed
        self.free = free_pieces(board)
        self.verdict = self._judge(times)

    def _judge(self, times: int) -> Verdict | None:
        board = self.board
        if not has_free_move(board, self.free) and not any(board.generate_legal_moves()):
            if board.checkers_mask():
                return ("checkmate", BLACK_WINS if board.turn else WHITE_WINS)
            return ("stalemate", DRAW)
        if not board.pawns | board.rooks | board.queens and board.is_insufficient_material():
            return ("insufficient material", DRAW)
        if times >= 3:
            return ("threefold repetition", DRAW)
        return ("fifty moves", DRAW) if board.halfmove_clock >= MOST_HALFMOVES else None

    def actions(self) -> list[str]:
        """Return all legal moves as actions, with explicit promotions."""
        return [] if self.verdict else [action_of(move) for move in self.board.generate_legal_moves()]

    def san(self, action: str) -> str:
        """Return a legal action in algebraic notation: "Nf3"."""
        return self.board.san(self.read(action))

    def phrase(self, action: str) -> str:
        """Return a legal action in notation and words: "plays Nf3: the knight from g1 to f3"."""
        from world.games.chess.words import in_words

        return f"plays {self.san(action)}: {in_words(self.board, self.read(action))}"

    def understand(self, text: str) -> str:
        """Return the action of a move as a person types it: "e2e4", "Nf3" or "12,28"."""
        text = text.strip()
        if text[:1] in tuple("nrqk"):  # b is left alone: it may be a pawn
            text = text[0].upper() + text[1:]
        if UCI.fullmatch(text.lower()) and text[:2].lower() != text[2:4].lower():
            return action_of(self.read(action_of(Move.from_uci(text.lower()))))
        if ACTION.fullmatch(text):
            return action_of(self.read(text))
        try:
            return action_of(self.read(action_of(self.board.parse_san(text))))  # parse_san also accepts the null move
        except ValueError:
            raise IllegalAction(text, f'the like of "e2e4", "Nf3" or "12,28": {self._san_hint()}') from None

    def _san_hint(self) -> str:
        """Return the legal moves in algebraic notation."""
        moves = [] if self.verdict else [self.board.san(move) for move in self.board.generate_legal_moves()]
        return f"one of {' '.join(moves)}" if moves else "none, the game is over"

    def text(self) -> str:
        """Return the board as text; White's pieces are capitals."""
        rows = [f"{rank}  {' '.join(row)}" for rank, row in zip(range(8, 0, -1), self._placed().rows(), strict=True)]
        return "\n".join([*rows, "", "   a b c d e f g h"])

    def svg(self, seat: int = 0) -> str:
        """Return the board as an SVG from a seat's side, with the last move and a check marked."""
        board = self.board
        check = board.king(board.turn) if board.is_check() else None
        picture: Any = chess.svg.board(board, orientation=seat == 0, lastmove=self.last, check=check, size=400)
        return str(picture)

    def _hint(self, source: int | None = None) -> str:
        """Return some legal actions, from the square `source` if there are any."""
        if self.verdict:
            return "none: the game is over"
        legal = self.actions()
        near = [action for action in legal if source is not None and action.startswith(f"{source},")] or legal
        more = f" … ({len(near)} in all)" if len(near) > SHOWN else ""
        return f"one of {' '.join(near[:SHOWN])}{more}"


def board_of(fen: str) -> Board:
    """Return the position of a FEN, or raise a StartError if no game can begin there."""
    whole = complete(fen) if fen not in ("", "startpos") else START_FEN
    try:
        board = Board(whole)
    except ValueError as problem:
        raise StartError(f"start {quoted(fen)} is not a FEN: {problem}") from None
    if board.castling_xfen() != whole.split()[2]:  # python-chess drops a right to castle where there is no rook
        raise StartError(f"start {quoted(fen)} cannot occur in a game: bad castling rights")
    if board.ep_square is not None and board.halfmove_clock:
        raise StartError(
            f"start {quoted(fen)}: an en-passant square means a pawn has just moved; expected a halfmove clock of 0"
        )
    if any(_too_many(board, colour) for colour in chess.COLORS):
        raise StartError(f"start {quoted(fen)}: more pieces than promotions allow")
    if not board.is_valid():
        names = [flag.name for flag in chess.Status if flag and flag in board.status()]
        wrong = ", ".join(str(name).lower().replace("_", " ") for name in names)
        raise StartError(f"start {quoted(fen)} cannot occur in a game: {wrong}")
    if board.ep_square is not None and _was_left_in_check(board, board.ep_square):
        raise StartError(f"start {quoted(fen)} cannot occur in a game: the king was in check before the double step")
    return board


@lru_cache(MAX_STARTS)
def _start(fen: str) -> tuple[Board, Placement, str]:
    """Return the position of a FEN, the placement of its pieces, and the rights to castle as a field."""
    board = board_of(fen)
    return board, Placement(board.board_fen()), board.castling_xfen()


def _was_left_in_check(board: Board, passed: int) -> bool:
    """Return True if the side to move had left its king in check before the other's pawn passed over a square.

    python-chess sees this only if the king is still in check.
    """
    before = board.copy(stack=False)
    before.set_piece_at(passed ^ 24, before.remove_piece_at(passed ^ 8))
    before.turn = not board.turn
    return before.was_into_check()


def _too_many(board: Board, colour: chess.Color) -> bool:
    """Return True if a side has more pieces than its missing pawns could have become."""
    usual = {chess.QUEEN: 1, chess.ROOK: 2, chess.BISHOP: 2, chess.KNIGHT: 2}
    promoted = sum(max(0, len(board.pieces(kind, colour)) - number) for kind, number in usual.items())
    return promoted > 8 - len(board.pieces(chess.PAWN, colour))


def push_plainly(board: Board, move: Move) -> bool:
    """Play a legal move in half the time of `Board.push`, with no way back; return False if the move is not plain.

    Not plain are castling, captures en passant, promotions, and moves and captures of promoted pieces.
    """
    # Long, because this runs for every ply of a game, and calls would take as much time as the work.
    source, target, white = BITS[move.from_square], BITS[move.to_square], board.turn
    both, pawn, taken = source | target, board.pawns & source, board.occupied & target
    if both & board.promoted or (pawn and (move.promotion or move.to_square == board.ep_square)):
        return False
    if board.kings & source and not BB_KING_ATTACKS[move.from_square] & target:
        return False
    if taken:
        board.pawns &= ~taken
        board.knights &= ~taken
        board.bishops &= ~taken
        board.rooks &= ~taken
        board.queens &= ~taken
        board.occupied_co[not white] ^= taken
    board.occupied_co[white] ^= both
    board.occupied = board.occupied ^ source | target
    board.ep_square = None
    if pawn:
        board.pawns ^= both
        if abs(move.to_square - move.from_square) == 16:
            board.ep_square = (move.from_square + move.to_square) // 2
    elif board.knights & source:
        board.knights ^= both
    elif board.bishops & source:
        board.bishops ^= both
    elif board.rooks & source:
        board.rooks ^= both
    elif board.queens & source:
        board.queens ^= both
    else:
        board.kings ^= both
        both |= BACK_RANKS[white]
    board.castling_rights &= ~both
    board.halfmove_clock = 0 if pawn or taken else board.halfmove_clock + 1
    board.fullmove_number += not white
    board.turn = not white
    return True


def legal_move(board: Board, action: object, free: int = 0) -> Move | None:
    """Return the legal move of an action, or None; `free` holds the board's free pieces if they are known."""
    move = _read(action) if isinstance(action, str) else None
    if move is None:
        return None
    source, target, own = BITS[move.from_square], BITS[move.to_square], board.occupied_co[board.turn]
    if own & target or not own & source:  # python-chess also accepts castling as "king takes its own rook"
        return None
    if board.pawns & source:
        return _legal_pawn_move(board, move, free)
    if move.promotion is not None:
        return None
    if board.kings & source:
        if not BB_KING_ATTACKS[move.from_square] & target:
            return move if board.is_legal(move) else None
        others = board.occupied ^ source  # the king does not hide the squares behind it
        return None if board.attackers_mask(not board.turn, move.to_square, others) else move
    if not board.attacks_mask(move.from_square) & target:
        return None
    return move if free & source or _leaves_king_safe(board, source, target) else None


def _legal_pawn_move(board: Board, move: Move, free: int) -> Move | None:
    """Return a pawn's move if it is legal; a promotion without a piece is to a queen."""
    source, target = BITS[move.from_square], BITS[move.to_square]
    if move.promotion is None and LAST_RANKS & target:
        move = Move(move.from_square, move.to_square, chess.QUEEN)
    elif move.promotion is not None and not LAST_RANKS & target:
        return None
    if move.to_square == board.ep_square and BB_PAWN_ATTACKS[board.turn][move.from_square] & target:
        return move if board.is_legal(move) else None  # it removes a second piece, which may expose the king
    one_step = target == (source << 8 if board.turn else source >> 8) and not board.occupied & target
    takes = BB_PAWN_ATTACKS[board.turn][move.from_square] & target & board.occupied
    if not one_step and not takes and not board.is_pseudo_legal(move):
        return None
    return move if free & source or _leaves_king_safe(board, source, target) else None


def _leaves_king_safe(board: Board, source: int, target: int) -> bool:
    """Return True if no piece attacks the king after one of its pieces has gone from one square to another."""
    king = (board.occupied_co[board.turn] & board.kings).bit_length() - 1
    return not board.attackers_mask(not board.turn, king, board.occupied ^ source | target) & ~target


@lru_cache(maxsize=8192)  # the same few thousand actions come back all the time
def _read(action: str) -> Move | None:
    """Return the move that an action names, legal or not; None if it names none."""
    found = ACTION.fullmatch(action)
    if found is None or int(found[1]) > 63 or int(found[2]) > 63:
        return None
    return Move(int(found[1]), int(found[2]), chess.PIECE_SYMBOLS.index(found[3]) if found[3] else None)


def free_pieces(board: Board) -> int:
    """Return the pieces of the side to move, without the king, that cannot be pinned; none if the king is in check.

    All their moves are legal, but for a capture en passant. A piece can be pinned only on a line with its king, and
    only if an enemy's queen, rook or bishop that moves along such a line is on one too.
    """
    own, enemy = board.occupied_co[board.turn], board.occupied_co[not board.turn]
    king = (own & board.kings).bit_length() - 1
    straight, diagonal = STRAIGHTS[king], DIAGONALS[king]
    if (straight & (board.rooks | board.queens) | diagonal & (board.bishops | board.queens)) & enemy:
        safe = own & ~(BITS[king] | straight | diagonal)
        return 0 if board.attackers_mask(not board.turn, king) else safe
    in_check = (BB_KNIGHT_ATTACKS[king] & board.knights | BB_PAWN_ATTACKS[board.turn][king] & board.pawns) & enemy
    return 0 if in_check else own ^ BITS[king]


def has_free_move(board: Board, free: int) -> bool:
    """Return True if one of these free pieces has a move: then there is no need to search for a legal one."""
    pawns = board.pawns & free
    if (pawns << 8 if board.turn else pawns >> 8) & ~board.occupied:
        return True
    own = board.occupied_co[board.turn]
    return any(board.attacks_mask(square) & ~own for square in scan_forward(free & ~pawns))


def _in_numbers(move: str) -> str:
    """Return a move that is named by its squares as an action in quotes: "12,28"."""
    squares = ",".join(str(chess.parse_square(move[place : place + 2])) for place in (0, 2))
    return f'"{squares},{move[4:]}"' if move[4:] else f'"{squares}"'


def action_of(move: Move) -> str:
    """Return a move as an action."""
    letter = f",{chess.PIECE_SYMBOLS[move.promotion]}" if move.promotion else ""
    return f"{move.from_square},{move.to_square}{letter}"
