"""What the engine takes a quiet position for: its tables, and for whoever wants more, its knowledge."""

from minds.board.compiled import inlined
from minds.board.scores import score
from minds.engine.searcher import Searcher
from minds.evaluation.tuned.knowledge import knowledge


@inlined
def judge(searcher: Searcher, ply: int) -> int:
    """For the side to move, in hundredths of a pawn."""
    state = searcher.states[ply]
    if searcher.sheet.ideas == 0:
        return score(state)
    return score(state) + knowledge(state, searcher.sheet)
