"""`Book`: the openings in a file of Polyglot's format, looked up in place.

A file may be anybody's: it is bounded, never read as a whole, and a move counts only if it is legal.
"""

import os
from collections import Counter
from io import SEEK_END
from pathlib import Path
from random import Random
from typing import BinaryIO

from minds.board.move import Move
from minds.board.position import Position
from minds.book.entries import ENTRY, KEY_BYTES, legal_codes
from minds.book.key import polyglot_key
from minds.errors import BookError, quoted
from minds.spec import HOUSE as HOUSE_NAME

HOUSE = Path(__file__).with_name("house.bin")
MAX_BYTES = 1 << 30
MAX_ENTRIES = 256  # that are read for one position; no position has more moves than 218
SAMPLES = 64  # keys, evenly spread, that must be in order


def book_named(name: str) -> "Book":
    """Return the book in a file, or the house's own if it is called "house"."""
    return Book() if name == HOUSE_NAME else Book(name)


class Book:
    """A book of openings: the house's, or the one in a file.

    A BookError says why a file is not one.
    """

    def __init__(self, path: str | os.PathLike[str] = HOUSE) -> None:
        self.path = Path(path)
        with self._open() as file:
            count = _count(file)
            if count is None:
                raise BookError(f"{quoted(str(self.path))} {_expectation(file)}")
            keys = [_key_at(file, count * place // SAMPLES) for place in range(SAMPLES)]
        if keys != sorted(keys):
            raise BookError(f"{quoted(str(self.path))} is not sorted by position; expected a Polyglot book")

    def moves(self, position: Position) -> dict[Move, int]:
        """Return the book's legal moves in a position with their weights, the heaviest first."""
        weights: Counter[Move] = Counter()
        key, legal = polyglot_key(position), legal_codes(position)
        for found, code, weight, _ in ENTRY.iter_unpack(self._entries_from(key)):
            if found != key:
                break
            if weight and code in legal:
                weights[legal[code]] += weight
        return dict(weights.most_common())

    def choose(self, position: Position, rng: Random) -> Move | None:
        """Return a move drawn by the weights, or None if the book has none for this position."""
        moves = self.moves(position)
        return rng.choices(list(moves), list(moves.values()))[0] if moves else None

    def _open(self) -> BinaryIO:
        """Open the file, which must be a regular one: a pipe would keep us waiting."""
        try:
            if self.path.exists() and not self.path.is_file():
                raise BookError(f"{quoted(str(self.path))} is not a file; expected a Polyglot book")
            return self.path.open("rb", buffering=0)
        except (OSError, ValueError) as problem:
            reason = getattr(problem, "strerror", None) or problem
            raise BookError(f"{quoted(str(self.path))}: {reason}; expected a Polyglot book") from None

    def _entries_from(self, key: int) -> bytes:
        """Return the first entries whose key is not smaller, at most 256; in a file that is not sorted, any."""
        with self._open() as file:
            low, high = 0, _count(file) or 0
            while low < high:
                middle = (low + high) // 2
                low, high = (middle + 1, high) if _key_at(file, middle) < key else (low, middle)
            file.seek(low * ENTRY.size)
            found = file.read(MAX_ENTRIES * ENTRY.size)
        return found[: len(found) // ENTRY.size * ENTRY.size]


def _count(file: BinaryIO) -> int | None:
    """Return the number of entries in a file, or None if it cannot be a book."""
    size = file.seek(0, SEEK_END)
    return size // ENTRY.size if 0 < size <= MAX_BYTES and size % ENTRY.size == 0 else None


def _expectation(file: BinaryIO) -> str:
    """Return the size of a file that is no book, and the sizes that a book may have."""
    size = file.seek(0, SEEK_END)
    return f"has {size} bytes; expected a Polyglot book, {ENTRY.size} bytes an entry and at most {MAX_BYTES >> 30} GiB"


def _key_at(file: BinaryIO, place: int) -> int:
    """Return the key of an entry."""
    file.seek(place * ENTRY.size)
    return int.from_bytes(file.read(KEY_BYTES), "big")
