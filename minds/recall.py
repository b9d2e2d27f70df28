"""The position of a state, reached move by move, so that it knows what it repeats."""

from copy import copy

from minds.board.position import Position
from world.api import State

_latest: tuple[str, tuple[str, ...], Position | None] = ("", (), None)


def recall(state: State) -> Position:
    """The position, with all that was played before it as far as the state tells.

    The latest is remembered: in a run, the next one is but a move or two further.
    """
    global _latest
    start, history, known = _latest
    goes_on = known is not None and start == state.start and state.history[: len(history)] == history
    try:
        line = copy(known) if goes_on and known is not None else Position(state.start or state.text)
        for action in state.history[len(history) if goes_on else 0 :]:
            line.push(action)
        if line.fen == state.text:
            _latest = (state.start, state.history, copy(line))  # the mind may push and pop its own
            return line
    except ValueError:
        pass  # a history that does not lead here, as a World of somebody's own may tell it
    return Position(state.text)
