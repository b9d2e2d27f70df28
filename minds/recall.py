"""The position of a state, reached move by move, so that it knows which positions have been repeated."""

from minds.board.position import Position
from world.api import State

_latest: tuple[str, tuple[str, ...], Position | None] = ("", (), None)


def recall(state: State) -> Position:
    """Return the position of a state, with the moves that led to it as far as the state tells them.

    The latest position is kept: within a run the next one is only a move or two further.
    """
    global _latest
    start, history, known = _latest
    goes_on = known is not None and start == state.start and state.history[: len(history)] == history
    try:
        line = known.__copy__() if goes_on and known is not None else Position(state.start or state.text)
        for action in state.history[len(history) if goes_on else 0 :]:
            line.push(action)
        if line.fen == state.text:
            _latest = (state.start, state.history, line.__copy__())  # the mind may push and pop its own
            return line
    except ValueError:
        pass  # the history does not lead to the state; another author's World may send such a one
    return Position(state.text)
