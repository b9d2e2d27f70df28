"""A move as a Python programmer sees it: small, immutable, and made once for all positions it occurs in."""

import re
from operator import index
from typing import Any

import numpy as np

from minds.board.codes import CAPTURED, PLAIN, PROMOTION, SEEN, TARGET
from minds.board.compiled import INTERPRETED, address_of
from minds.board.squares import LETTERS, SQUARE_NAMES
from minds.board.tables import VALUES
from minds.errors import MoveError, quoted

LONGEST = 20
PROMOTIONS = {"q": 2, "r": 3, "b": 4, "n": 5}


class Move:
    """From `source` to `target`, perhaps with a `promotion`, perhaps taking what is `captured`.

    Pieces are the original World's numbers: 0 none, 1–6 white K Q R B N P, 7–12 black.
    `Move("e2e4")` and `Move("12,28")` are the same move, and equal to the one that a position
    lists; but only a listed move knows what it captures.
    """

    __slots__ = ("captured", "plain", "promotion", "source", "target")

    source: int
    target: int
    promotion: int
    captured: int
    plain: int

    def __new__(cls, text: str) -> "Move":
        return known_move(_read(text))

    @classmethod
    def from_code(cls, code: int) -> "Move":
        """The move that the core, or a @jit function, writes as one integer."""
        return known_move(index(code))

    @property
    def uci(self) -> str:
        """As chess programs write it: "e2e4", "e7e8q"."""
        return SQUARE_NAMES[self.source] + SQUARE_NAMES[self.target] + LETTERS[self.promotion].lower().strip(".")

    @property
    def action(self) -> str:
        """As the World takes it: "12,28", "52,60,q"."""
        letter = LETTERS[self.promotion].lower()
        return f"{self.source},{self.target}" if letter == "." else f"{self.source},{self.target},{letter}"

    @property
    def captured_value(self) -> int:
        """What is taken, in hundredths of a pawn."""
        return VALUES.get(LETTERS[self.captured].upper(), 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.plain == other.plain

    def __hash__(self) -> int:
        return hash(self.plain)

    def __str__(self) -> str:
        return self.uci

    def __repr__(self) -> str:
        return f"Move({self.uci!r})"

    def __setattr__(self, name: str, *value: object) -> None:
        raise AttributeError(f"a move is shared by all positions: its {name} cannot be changed")

    __delattr__ = __setattr__

    def __reduce__(self) -> tuple[Any, ...]:
        return known_move, (self.plain | self.captured << CAPTURED,)


# Every move met so far, by what is seen of it. Compiled code finds the objects by the table of their addresses.
MOVES: dict[int, Move] = {}
_TABLE = np.zeros(0 if INTERPRETED else SEEN + 1, np.uint64)
KNOWN = MOVES if INTERPRETED else address_of(_TABLE)


def known_move(code: int) -> Move:
    """The one object for a move of the core."""
    code = int(code) & SEEN
    if code in MOVES:
        return MOVES[code]
    source, target, kind = code & 63, code >> TARGET & 63, code >> PROMOTION & 7
    if source == target or kind not in (0, *PROMOTIONS.values()) or code >> CAPTURED >= len(LETTERS):
        raise MoveError(f"{code} is no move's number; expected one that the core wrote")
    move = object.__new__(Move)
    promotion = kind + 6 if kind and target < 8 else kind
    parts = (("source", source), ("target", target), ("promotion", promotion), ("captured", code >> CAPTURED))
    for name, value in (*parts, ("plain", code & PLAIN)):
        object.__setattr__(move, name, value)
    move = MOVES.setdefault(code, move)
    if not INTERPRETED:
        _TABLE[code] = id(move)
    return move


def _read(text: Any) -> int:
    """The code of a move in either notation."""
    if isinstance(text, str) and len(text) <= LONGEST:
        source, target, letter = _split(text)
        ends = {"8": "7", "1": "2"}.get(SQUARE_NAMES[target][1]) == SQUARE_NAMES[source][1] if source >= 0 else False
        if source != target and (ends or not letter):
            return source | target << TARGET | PROMOTIONS.get(letter, 0) << PROMOTION
    raise MoveError(f'{quoted(text)} is no move; expected the like of "e2e4", "e7e8q", "12,28" or "52,60,n"')


def _split(text: str) -> tuple[int, int, str]:
    """Source, target and letter of promotion; two equal squares if it is neither notation."""
    if found := re.fullmatch("([a-h][1-8])([a-h][1-8])([qrbn]?)", text):
        return SQUARE_NAMES.index(found[1]), SQUARE_NAMES.index(found[2]), found[3]
    if found := re.fullmatch("([0-9]{1,2}),([0-9]{1,2})(?:,([qrbn]))?", text):
        source, target = int(found[1]), int(found[2])
        if source < 64 and target < 64:
            return source, target, found[3] or ""
    return -1, -1, ""
