"""The key under which a Polyglot book lists a position: the exclusive or of a published number for each feature."""

from copy import copy
from functools import cache
from pathlib import Path

from minds.board.position import Position
from minds.board.squares import LETTERS

NUMBERS = Path(__file__).with_name("keys.txt")  # 64 for each piece, then castling, en passant, White to move
PIECES, RIGHTS = "pPnNbBrRqQkK", "KQkq"
CASTLING, EN_PASSANT, WHITE_TO_MOVE = 64 * len(PIECES), 64 * len(PIECES) + 4, 64 * len(PIECES) + 12
FIRST = [64 * PIECES.find(letter) for letter in LETTERS]  # by piece number: the place of its number for a1
# By the side that moved: its pawn, the enemy's, and the a-file's squares before and after a double step.
DOUBLE_STEPS = ((6, 12, 8, 24), (12, 6, 48, 32))


@cache
def numbers() -> tuple[int, ...]:
    """Return the 781 published numbers."""
    return tuple(int(word, 16) for word in NUMBERS.read_text(encoding="ascii").split())


def polyglot_key(position: Position) -> int:
    """Return the key of a position.

    A pawn that has just passed an enemy pawn counts even if it may not be taken because a king would be in check. A
    position read from a FEN knows nothing of such a pawn; one that was reached by moves does.
    """
    known, key = numbers(), 0
    for square, piece in enumerate(position.squares):
        if piece:
            key ^= known[FIRST[piece] + square]
    for right in position.castling.strip("-"):
        key ^= known[CASTLING + RIGHTS.index(right)]
    passed = _passed_file(position)
    if passed is not None:
        key ^= known[EN_PASSANT + passed]
    return key if position.turn else key ^ known[WHITE_TO_MOVE]


def _passed_file(position: Position) -> int | None:
    """Return the file of a pawn that has just stepped beside an enemy pawn, two squares at once; else None."""
    if position.en_passant is not None:
        return position.en_passant & 7
    before = copy(position)
    try:
        before.pop()
    except IndexError:
        return None
    pawn, enemy, first, second = DOUBLE_STEPS[before.turn]
    then, now = before.squares, position.squares
    for file in range(8):
        if then[first + file] == now[second + file] == pawn and not then[second + file] and not now[first + file]:
            beside = now[second + max(0, file - 1) : second + min(7, file + 1) + 1]
            return file if enemy in beside else None
    return None
