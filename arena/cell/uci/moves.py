"""Moves as UCI writes them, and as a World takes them: "e7e8q" and "52,60,q"."""

import re
from functools import lru_cache

MOVE = re.compile("([a-h])([1-8])([a-h])([1-8])([qrbn]?)")
NAMES = tuple(f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh")
LAST_RANKS = (0, 7)
MAX_MOVES = 8192  # more than there are


@lru_cache(MAX_MOVES)
def action_of(move: str) -> str:
    """Return the action of a move in UCI's notation; empty if it is none."""
    found = MOVE.fullmatch(move)
    if found is None:
        return ""
    source, target = NAMES.index(found[1] + found[2]), NAMES.index(found[3] + found[4])
    return f"{source},{target},{found[5]}" if found[5] else f"{source},{target}"


def uci_move(action: str, pawns: set[int]) -> str:
    """Return a legal action in UCI's notation, and move its piece among the squares with pawns.

    Those are needed because a World may leave out the queen of a promotion, and UCI may not.
    """
    source, target, *promotion = action.split(",")
    start, end = int(source), int(target)
    pawns.discard(end)
    if start in pawns:
        pawns.remove(start)
        if end // 8 in LAST_RANKS:
            promotion = promotion or ["q"]
        else:
            pawns.add(end)
    return NAMES[start] + NAMES[end] + "".join(promotion)


def pawns_in(fen: str) -> set[int]:
    """Return the squares with pawns."""
    squares, place = set(), 0
    for sign in fen.split(" ", 1)[0].replace("/", ""):
        if sign in "Pp":
            squares.add(place ^ 56)  # a FEN begins with the last rank
        place += int(sign) if sign.isdigit() else 1
    return squares
