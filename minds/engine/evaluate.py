"""The engine's static evaluation: piece-square tables, the ideas of `evaluation/tuned`, or another evaluator.

An evaluator is called by its number, so a mind compiles only the one it uses.
"""

from typing import Protocol

from minds.board.calling import caller
from minds.board.compiled import inlined
from minds.board.scores import score
from minds.board.state import STATE
from minds.engine.searcher import Searcher
from minds.evaluation.tuned.knowledge import knowledge

call_evaluator = caller(STATE)


class Evaluator(Protocol):
    """A compiled function that takes the handle of a record, a state and its ply, and what it needs."""

    function: int  # its number

    def new_record(self) -> int:
        """Return the handle of a new record, for one thread; it is valid as long as this object lives."""
        ...


@inlined
def evaluate(searcher: Searcher, ply: int) -> int:
    """The score for the side to move, in centipawns."""
    state = searcher.states[ply]
    if searcher.evaluator != 0:
        return call_evaluator(searcher.evaluator, searcher.evaluated, state, ply)
    if searcher.eval_trace.ideas == 0:
        return score(state)
    return score(state) + knowledge(state, searcher.eval_trace)
