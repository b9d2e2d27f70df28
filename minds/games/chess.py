"""The rules of chess for minds: the position, and a game to search in plain Python.

The textbook's searches of chess have compiled twins in `minds.engine.textbook`.
"""

import re

from minds.api import State
from minds.board.move import Move
from minds.board.position import Position
from minds.evaluation.practical.evaluation import practical_score
from minds.recall import recall
from minds.search.game import WIN

BY_NAMES = re.compile("[a-h][1-8][a-h][1-8][qrbn]?")


class Chess:
    """A position with the evaluation of the practical."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def moves(self) -> list[Move]:
        """Return the legal moves, captures first: the most valuable victim, then the least valuable attacker."""
        moves = self.position.legal_moves()
        captures = sorted((move for move in moves if move.captured), key=self._promise, reverse=True)
        return captures + [move for move in moves if not move.captured]

    def _promise(self, move: Move) -> int:
        return 16 * move.captured_value + self.position.piece_at(move.source)

    def play(self, move: Move) -> "Chess":
        return Chess(self.position.play(move))

    def over(self) -> bool:
        return not self.position.legal_moves() or self.position.is_drawn

    def evaluate(self) -> int:
        if self.position.is_checkmate:
            return -WIN
        return 0 if self.over() else practical_score(self.position)


def position_of(state: State) -> Position:
    """Return the position of a state, with the moves that led to it."""
    return recall(state)


def understand(text: str) -> str:
    """Return the action of a move as people write it, "e2e4" or "e7e8q"; any other text unchanged."""
    word = text.strip().lower()
    return Move(word).action if BY_NAMES.fullmatch(word) and word[:2] != word[2:4] else text


def game_of(state: State) -> Chess:
    """Return a state as a game to search."""
    return Chess(state.position)
