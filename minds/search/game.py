"""What a search must know of a game, and what it finds."""

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from world.api import Thoughts

Move = TypeVar("Move")

WIN = 30_000  # more than any evaluation
FURTHEST = 1000  # plies; a score nearer to WIN than this is a win in so many
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


def thoughts_of(line: Line[Any], depth: int, nodes: int) -> Thoughts:
    """What there is to tell of a search: of a sure win or loss, in how many moves."""
    told: Thoughts = {"depth": depth, "nodes": nodes, "score": line.score}
    distance = WIN - abs(line.score)
    if distance <= FURTHEST:
        told["mate"] = (distance + 1) // 2 if line.score > 0 else -(distance // 2)
    return told | {"pv": [getattr(move, "action", move) for move in line.moves]}


def settled(score: int, ply: int) -> int:
    """The score of a game that is over: the later a win comes the less it is worth, and the later a loss the better."""
    if score == WIN:
        return WIN - ply
    return ply - WIN if score == -WIN else score
