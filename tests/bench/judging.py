"""The time that a judgement takes, by hand-made knowledge and by networks: `python -m tests.bench.judging`.

All positions up to three plies from the signature's middlegames are listed in the order of a search, once with a
judgement of each and once with the tables' score alone; the difference, divided by the positions, is a judgement.
Networks of zeros cost what others do. The least of the rounds counts, in processor time.
"""

from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from minds import jit
from minds.board.calling import caller
from minds.board.core import ALL, list_moves, make, score
from minds.board.state import STATE
from minds.engine.searcher import new_searcher
from minds.evaluation.learned.evaluator import NetworkEvaluator
from minds.evaluation.learned.network import zero_network
from minds.evaluation.learned.own_net import own_network
from minds.evaluation.tuned.ideas import ALL_IDEAS
from minds.evaluation.tuned.knowledge import knowledge
from tests.bench.engine import middlegames

DEPTH, GAMES, ROUNDS, SIZES = 3, 8, 10, (32, 64, 128, 256, 512)
TABLES, KNOWLEDGE, NETWORK = range(3)
call = caller(STATE)


@jit
def walk(workspace: Any, trace: Any, how: int, evaluator: tuple[int, int], depth: int, ply: int, tally: Any) -> None:
    """Judge a position and all below it."""
    state, moves = workspace.states[ply], workspace.moves[ply]
    tally[0] += 1
    if how == NETWORK:
        tally[1] += call(evaluator[0], evaluator[1], state, ply)
    elif how == KNOWLEDGE:
        tally[1] += score(state) + knowledge(state, trace)
    else:
        tally[1] += score(state)
    if depth > 0:
        for i in range(list_moves(state, moves, ALL)):
            make(state, workspace.states[ply + 1], moves[i])
            walk(workspace, trace, how, evaluator, depth - 1, ply + 1, tally)


@jit
def start(workspace: Any, searcher: Any, how: int, evaluator: tuple[int, int], depth: int, tally: Any) -> None:
    """Judge the position on top of a workspace and all below it."""
    walk(workspace[0], searcher[0].eval_trace, how, evaluator, depth, 0, tally)


def measured(how: int, evaluator: tuple[int, int] = (0, 0)) -> Callable[[], float]:
    """Return a function that measures the seconds a position takes."""
    searcher, workspaces = new_searcher(), [position.workspace for position in middlegames()[:GAMES]]
    searcher["eval_trace"]["ideas"][0] = ALL_IDEAS

    def measure() -> float:
        tally, began = np.zeros(2, np.int64), process_time()
        for workspace in workspaces:
            start(workspace, searcher, how, evaluator, DEPTH, tally)
        return (process_time() - began) / tally[0]

    return measure


def main() -> None:
    """Print a line for each."""
    networks = {"prodigy": own_network("")} | {f"network, N = {size}": zero_network(size) for size in SIZES}
    evaluators = {name: NetworkEvaluator(network) for name, network in networks.items()}
    jobs = {"tables": measured(TABLES), "champion": measured(KNOWLEDGE)}
    jobs |= {name: measured(NETWORK, (one.function, one.new_record())) for name, one in evaluators.items()}
    times = [{name: measure() for name, measure in jobs.items()} for _ in range(ROUNDS)]
    least = {name: min(one[name] for one in times) for name in jobs}
    for name in list(jobs)[1:]:
        print(f"{name}: {1e9 * (least[name] - least['tables']):.0f} ns")


if __name__ == "__main__":
    main()
