"""Chess as a game to search, in plain Python; the searches on it have compiled twins in `minds.engine.textbook`."""

from minds.api import State
from minds.board.move import Move
from minds.board.position import Position
from minds.evaluation.practical.evaluation import practical_score
from minds.search.game import WIN


class Chess:
    """A position, and the evaluation of the practical."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def moves(self) -> list[Move]:
        """Captures first, the most valuable victim before others, and of its attackers the least."""
        return sorted(self.position.legal_moves(), key=self._promise, reverse=True)

    def _promise(self, move: Move) -> int:
        if not move.captured:
            return 0
        return 16 * move.captured_value + self.position.piece_at(move.source)

    def play(self, move: Move) -> "Chess":
        return Chess(self.position.play(move))

    def over(self) -> bool:
        return not self.position.legal_moves() or self.position.is_drawn

    def evaluate(self) -> int:
        if self.position.is_checkmate:
            return -WIN
        return 0 if self.over() else practical_score(self.position)


def game_of(state: State) -> Chess:
    """The game of a state."""
    return Chess(state.position)
