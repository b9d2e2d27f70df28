"""Moves in algebraic notation as actions, several times as fast as python-chess, which is left with what is unusual."""

import re
from functools import lru_cache

from world.games.chess.referee import BB_PAWN_ATTACKS, Board, Referee, legal_move, scan_forward
from world.games.chess.san import ATTACKERS, BETWEEN, BISHOP, BITS, KING, KNIGHT, PAWN, QUEEN, ROOK

SAN = re.compile("([NBRQK]?)([a-h]?)([1-8]?)[x:-]?([a-h])([1-8])(?:=?([NBRQnbrq]))?[+#]*")
KINDS = {"": PAWN, "N": KNIGHT, "B": BISHOP, "R": ROOK, "Q": QUEEN, "K": KING}
CASTLING = {"O-O": 2, "0-0": 2, "O-O-O": -2, "0-0-0": -2}  # squares that the king goes
FILES = {letter: 0x0101010101010101 << number for number, letter in enumerate("abcdefgh")}
RANKS = {str(number + 1): 0xFF << 8 * number for number in range(8)}
EVERYWHERE = (1 << 64) - 1
MAX_KEPT = 8192  # moves, since the same few thousand come back all the time


def action_named(referee: Referee, name: str) -> str:
    """Return the action of a move in a referee's position, legal or not; raise IllegalAction if it is not clear."""
    parts = _parts(name)
    if parts is None:
        return _castling(referee, name) or referee.understand(name)
    kind, places, target, promotion = parts
    board = referee.board
    sources = (_pawns if kind == PAWN else _pieces)(board, kind, places, target)
    if sources & (sources - 1):  # several pieces: all but one are pinned
        actions = [f"{source},{target}{promotion}" for source in scan_forward(sources)]
        legal = [action for action in actions if legal_move(board, action, referee.free)]
        return legal[0] if len(legal) == 1 else referee.understand(name)
    return f"{sources.bit_length() - 1},{target}{promotion}" if sources else referee.understand(name)


@lru_cache(MAX_KEPT)
def _parts(name: str) -> tuple[int, int, int, str] | None:
    """Return the kind of a move's piece, the squares that it may come from, its target, and its promotion."""
    found = SAN.fullmatch(name)
    if found is None:
        return None
    kind, file, rank, to_file, to_rank, promotion = found.groups()
    places = FILES.get(file, EVERYWHERE) & RANKS.get(rank, EVERYWHERE)
    target = 8 * (int(to_rank) - 1) + ord(to_file) - ord("a")
    return KINDS[kind], places, target, f",{promotion.lower()}" if promotion else ""


def _castling(referee: Referee, name: str) -> str:
    """Return the action of castling; "" if that is not what is named, or the king is not at home."""
    steps, king = CASTLING.get(name.rstrip("+#"), 0), 60 if referee.turn else 4
    at_home = referee.board.kings & referee.board.occupied_co[referee.board.turn] & BITS[king]
    return f"{king},{king + steps}" if steps and at_home else ""


def _pawns(board: Board, _kind: int, places: int, target: int) -> int:
    """Return the pawns that go to a square, as bits; one that captures is named by its file."""
    own = board.pawns & board.occupied_co[board.turn] & places
    if not places & FILES["abcdefgh"[target & 7]]:
        return own & BB_PAWN_ATTACKS[not board.turn][target]
    back = -8 if board.turn else 8
    if not 0 <= target + back < 64:
        return 0
    step = BITS[target + back]
    if board.occupied & step or not 0 <= target + 2 * back < 64:
        return own & step
    return own & BITS[target + 2 * back]


def _pieces(board: Board, kind: int, places: int, target: int) -> int:
    """Return the pieces of a kind that can go to a square, as bits, whether or not their king is safe then."""
    own = board.occupied_co[board.turn]
    able = 0
    for source in scan_forward(ATTACKERS[board.turn][kind][target] & own & places & _of_kind(board, kind)):
        if not BETWEEN[source][target] & board.occupied:
            able |= BITS[source]
    return able


def _of_kind(board: Board, kind: int) -> int:
    if kind == KNIGHT:
        return board.knights
    if kind == BISHOP:
        return board.bishops
    if kind == ROOK:
        return board.rooks
    return board.queens if kind == QUEEN else board.kings
