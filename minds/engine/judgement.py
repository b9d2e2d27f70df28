"""What the engine takes a quiet position for: its tables, and for whoever wants more, its knowledge."""

from minds.board.compiled import inlined
from minds.board.scores import score
from minds.engine.desk import Desk
from minds.evaluation.knowledge import knowledge


@inlined
def judge(desk: Desk, ply: int) -> int:
    """For the side to move, in hundredths of a pawn."""
    state = desk.states[ply]
    if desk.sheet.ideas == 0:
        return score(state)
    return score(state) + knowledge(state, desk.sheet)
