"""`Move`: a move in Python, immutable and shared by all positions."""

import re
from operator import index
from typing import Any

import numpy as np

from minds.board.compiled import INTERPRETED, address_of
from minds.board.move_code import CAPTURED, LISTED_BITS, NOTATION_BITS, PROMOTION, TARGET
from minds.board.squares import LETTERS, SQUARE_NAMES
from minds.board.tables import VALUES
from minds.errors import MoveError, quoted

MAX_MOVE_LENGTH = 20
PROMOTIONS = {"q": 2, "r": 3, "b": 4, "n": 5}


class Move:
    """A move from `source` to `target`, with an optional `promotion` and the piece it takes in `captured`.

    Pieces are the original World's numbers: 0 none, 1–6 white K Q R B N P, 7–12 black.
    `Move("e2e4")` and `Move("12,28")` are the same move, and equal to the one that a position
    lists; but only a listed move knows what it captures.
    """

    __slots__ = ("action", "captured", "notation_code", "promotion", "source", "target")

    source: int
    target: int
    promotion: int
    captured: int
    action: str  # the move as a World takes it: "12,28", "52,60,q"
    notation_code: int

    def __new__(cls, text: str) -> "Move":
        known = MOVES_BY_TEXT.get(text) if isinstance(text, str) else None
        if known is None:
            known = move_for_code(_read(text))
            MOVES_BY_TEXT[str(text)] = known
        return known

    @classmethod
    def from_code(cls, code: int) -> "Move":
        """The move for an integer written by the core or a @jit function."""
        return move_for_code(index(code))

    @property
    def uci(self) -> str:
        """The move in UCI notation: "e2e4", "e7e8q"."""
        return SQUARE_NAMES[self.source] + SQUARE_NAMES[self.target] + LETTERS[self.promotion].lower().strip(".")

    @property
    def captured_value(self) -> int:
        """The value of the captured piece in centipawns; 0 if there is none."""
        return VALUES.get(LETTERS[self.captured].upper(), 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.notation_code == other.notation_code

    def __hash__(self) -> int:
        return hash(self.notation_code)

    def __str__(self) -> str:
        return self.uci

    def __repr__(self) -> str:
        return f"Move({self.uci!r})"

    def __setattr__(self, name: str, *value: object) -> None:
        raise AttributeError(f"moves are immutable; {name} cannot be changed")

    __delattr__ = __setattr__

    def __reduce__(self) -> tuple[Any, ...]:
        return move_for_code, (self.notation_code | self.captured << CAPTURED,)


# Every move read so far, by each of its texts: 0.2 µs to look up, 1.5 to read. There are at most some 50,000 texts.
MOVES_BY_TEXT: dict[str, Move] = {}
# Every move met so far, by its code without the moving piece. Compiled code looks their addresses up in the table.
MOVES: dict[int, Move] = {}
_ADDRESSES = np.zeros(0 if INTERPRETED else LISTED_BITS + 1, np.uint64)
MOVE_TABLE = MOVES if INTERPRETED else address_of(_ADDRESSES)


def move_for_code(code: int) -> Move:
    """The one Move object for a move's code."""
    code = int(code) & LISTED_BITS
    if code in MOVES:
        return MOVES[code]
    source, target, kind = code & 63, code >> TARGET & 63, code >> PROMOTION & 7
    if source == target or kind not in (0, *PROMOTIONS.values()) or code >> CAPTURED >= len(LETTERS):
        raise MoveError(f"{code} is not a move's code; expected one written by minds.board.core")
    move = object.__new__(Move)
    promotion = kind + 6 if kind and target < 8 else kind
    action = f"{source},{target},{LETTERS[promotion].lower()}" if kind else f"{source},{target}"
    values = (action, code >> CAPTURED, code & NOTATION_BITS, promotion, source, target)
    for name, value in zip(Move.__slots__, values, strict=True):
        object.__setattr__(move, name, value)
    move = MOVES.setdefault(code, move)
    if not INTERPRETED:
        _ADDRESSES[code] = id(move)
    return move


def _read(text: Any) -> int:
    """Parse either notation into a code."""
    if isinstance(text, str) and len(text) <= MAX_MOVE_LENGTH:
        source, target, letter = _split(text)
        ends = {"8": "7", "1": "2"}.get(SQUARE_NAMES[target][1]) == SQUARE_NAMES[source][1] if source >= 0 else False
        if source != target and (ends or not letter):
            return source | target << TARGET | PROMOTIONS.get(letter, 0) << PROMOTION
    raise MoveError(f'{quoted(text)} is not a move; expected something like "e2e4", "e7e8q", "12,28" or "52,60,n"')


def _split(text: str) -> tuple[int, int, str]:
    """Source, target and promotion letter; two equal squares if the text is in neither notation."""
    if found := re.fullmatch("([a-h][1-8])([a-h][1-8])([qrbn]?)", text):
        return SQUARE_NAMES.index(found[1]), SQUARE_NAMES.index(found[2]), found[3]
    if found := re.fullmatch("(0|[1-9][0-9]?),(0|[1-9][0-9]?)(?:,([qrbn]))?", text):
        source, target = int(found[1]), int(found[2])
        if source < 64 and target < 64:
            return source, target, found[3] or ""
    return -1, -1, ""
