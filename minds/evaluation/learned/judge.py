"""The compiled evaluation by a network: the same numbers as `network.py`, and the hand-made code for a lone king."""

from typing import Any

from minds.board.compiled import eager, inlined, signature
from minds.board.scores import score
from minds.board.state import STATE, State
from minds.board.vectors import clipped, pair_sums, sum_of, vector_at
from minds.evaluation.learned.accumulator import Learned, learned_at, update
from minds.evaluation.learned.network import ACTIVATION_ONE, MAX_CENTIPAWNS, SUM_ONE
from minds.evaluation.tuned.lone_king import is_lone, mating_score


@inlined
def weighed(learned: Learned, unit: int, weight: int) -> Any:
    """The sums of weight · activation² for a vector of hidden units."""
    activations = clipped(vector_at(learned.sums, unit), ACTIVATION_ONE)
    return pair_sums(activations, activations * vector_at(learned.output, weight))


@inlined
def output(learned: Learned, slot: int, turn: int) -> int:
    """The output for the hidden units of a slot, in centipawns."""
    vectors = int(learned.vectors)
    mover, other = (2 * slot + turn) * vectors, (2 * slot + 1 - turn) * vectors
    total = weighed(learned, mover, 0) + weighed(learned, other, vectors)
    for i in range(1, vectors):
        total = total + weighed(learned, mover + i, i) + weighed(learned, other + i, vectors + i)
    centipawns = (learned.output_bias + sum_of(total)) * learned.scale // SUM_ONE
    return max(-MAX_CENTIPAWNS, min(centipawns, MAX_CENTIPAWNS))


@eager(signature(int, int, STATE, int))
def learned_score(handle: Any, state: State, ply: int) -> int:
    """The score of the state at `ply` for the side to move, in centipawns; `handle` is that of the network's record."""
    for colour in range(2):
        if is_lone(state, colour):  # the network has seen no game that goes on so far
            mating = mating_score(state, colour)
            return score(state) + (mating if state.turn != colour else -mating)
    learned = learned_at(handle, 0)
    centipawns = output(learned, update(learned, state, ply), int(state.turn))
    return score(state) + centipawns if learned.is_residual else centipawns
