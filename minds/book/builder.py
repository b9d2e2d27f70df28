"""`BookBuilder`: makes a Polyglot book of games and their results.

A move's weight is what it has scored: two for each game that its player won, one for each draw. A move that never
scored is left out, and so is one that was played less often than the book wants.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from minds.board.position import Position
from minds.book.entries import ENTRY, code_of
from minds.book.key import polyglot_key

MAX_WEIGHT = 0xFFFF
BOTH = (0, 1)
DRAW = (0.5, 0.5)


class Tally(NamedTuple):
    """The number of games in which a move was played, and twice the points that its player scored in them."""

    games: int = 0
    points: int = 0


class BookBuilder:
    """Collects the moves of games, up to a move number, and writes those played often enough as a book."""

    def __init__(self, moves: int, min_count: int) -> None:
        self.moves, self.min_count = moves, min_count
        self.tallies: dict[int, dict[int, Tally]] = defaultdict(dict)

    def add(self, start: str, actions: Iterable[str], result: Sequence[float], seats: Sequence[int] = BOTH) -> None:
        """Count the moves of these seats in a game that began at a FEN, or "" for the usual start."""
        self._add(start, actions, result, seats, 1)

    def add_line(self, start: str, actions: Iterable[str]) -> None:
        """Count a line of a textbook as drawn games, just as many as a move needs to be kept."""
        self._add(start, actions, DRAW, BOTH, self.min_count)

    def _add(
        self, start: str, actions: Iterable[str], result: Sequence[float], seats: Sequence[int], times: int
    ) -> None:
        position = Position(start) if start else Position()
        for action in actions:
            if position.fullmoves > self.moves:
                break
            move, turn = position.parse(action), position.turn
            if turn in seats:
                tallies, code = self.tallies[polyglot_key(position)], code_of(position, move)
                games, points = tallies.get(code, Tally())
                tallies[code] = Tally(games + times, points + times * round(2 * result[turn]))
            position.push(move)

    def entries(self) -> list[tuple[int, int, int]]:
        """Return the entries of the book as key, move and weight, in their order in the file."""
        return [(key, code, weight) for key in sorted(self.tallies) for code, weight in self._weights(key)]

    def _weights(self, key: int) -> list[tuple[int, int]]:
        """Return the moves of a position that are kept, with their weights, the heaviest first."""
        kept = {code: one.points for code, one in self.tallies[key].items() if one.games >= self.min_count}
        most = max(kept.values(), default=0)
        if most > MAX_WEIGHT:
            kept = {code: -(-points * MAX_WEIGHT // most) for code, points in kept.items()}  # rounded up
        return sorted(((code, points) for code, points in kept.items() if points), key=lambda one: (-one[1], one[0]))

    def to_bytes(self) -> bytes:
        """Return the book; the same games give the same bytes, in whatever order they came."""
        return b"".join(ENTRY.pack(key, code, weight, 0) for key, code, weight in self.entries())
