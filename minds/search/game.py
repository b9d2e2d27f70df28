"""A game as searches see it, and the line of play that they find."""

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from world.api import Thoughts

Move = TypeVar("Move")

WIN = 30_000  # more than any evaluation
MAX_MATE_PLIES = 1000  # a score nearer to WIN than this is a win in so many plies
INFINITE = 32_000  # more than any score


class Game(Protocol[Move]):
    """A position of a game for two. Playing a move returns a new one and does not change this one."""

    def moves(self) -> Sequence[Move]:
        """Return the legal moves, the most promising first."""
        ...

    def play(self, move: Move) -> "Game[Move]": ...

    def over(self) -> bool: ...

    def evaluate(self) -> int:
        """Return the score for the side to move; WIN, -WIN or 0 when the game is over."""
        ...


class Line(NamedTuple, Generic[Move]):
    """A line of play: its score for the side to move, and the expected moves, the best move first."""

    score: int
    moves: tuple[Move, ...]


def thoughts_of(line: Line[Any], depth: int, nodes: int) -> Thoughts:
    """Return the thoughts about a search; of a forced win or loss, also in how many moves."""
    thoughts: Thoughts = {"depth": depth, "nodes": nodes, "score": line.score}
    distance = WIN - abs(line.score)
    if distance <= MAX_MATE_PLIES:
        thoughts["mate"] = (distance + 1) // 2 if line.score > 0 else -(distance // 2)
    return thoughts | {"pv": [getattr(move, "action", move) for move in line.moves]}


def settled(score: int, ply: int) -> int:
    """Return the score of a game that is over: the sooner a win the better, and the later a loss."""
    if score == WIN:
        return WIN - ply
    return ply - WIN if score == -WIN else score
