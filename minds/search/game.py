"""What a search must know of a game, and what it finds."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

Move = TypeVar("Move")

WIN = 30_000  # more than any evaluation
INFINITE = 32_000  # more than any score, and its negative is a number as well


class Game(Protocol[Move]):
    """A position of a game for two. Playing a move gives a new one and leaves this one alone."""

    def moves(self) -> Sequence[Move]:
        """What may be played, in the order in which it is to be tried."""
        ...

    def play(self, move: Move) -> "Game[Move]": ...

    def over(self) -> bool: ...

    def evaluate(self) -> int:
        """How good it is for the side to move; WIN, -WIN or 0 when it is over."""
        ...


class Line(NamedTuple, Generic[Move]):
    """What a search found: a score for the side to move, and the moves it expects, the best one first."""

    score: int
    moves: tuple[Move, ...]


def settled(score: int, ply: int) -> int:
    """The score of a game that is over: the later a win comes the less it is worth, and the later a loss the better."""
    if score == WIN:
        return WIN - ply
    return ply - WIN if score == -WIN else score
