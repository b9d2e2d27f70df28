"""The engine's static evaluation: piece-square tables, and the ideas of `evaluation/tuned` if any are switched on."""

from minds.board.compiled import inlined
from minds.board.scores import score
from minds.engine.searcher import Searcher
from minds.evaluation.tuned.knowledge import knowledge


@inlined
def evaluate(searcher: Searcher, ply: int) -> int:
    """The score for the side to move, in centipawns."""
    state = searcher.states[ply]
    if searcher.eval_trace.ideas == 0:
        return score(state)
    return score(state) + knowledge(state, searcher.eval_trace)
