"""A network as an evaluator of the engine: its weights laid out for the compiled code, and a record for each thread."""

from typing import Any

import numpy as np

from minds.board.calling import number_of_function
from minds.board.compiled import handle_of
from minds.board.state import MAX_PLIES
from minds.board.vectors import LANES, aligned
from minds.evaluation.learned.accumulator import LEARNED, ROWS
from minds.evaluation.learned.inputs import INPUTS
from minds.evaluation.learned.judge import learned_score
from minds.evaluation.learned.network import Network


class NetworkEvaluator:
    """Evaluates by a network; all threads share its weights."""

    def __init__(self, network: Network) -> None:
        self.network, self.function = network, number_of_function(learned_score)
        self.weights, self.output = aligned((ROWS, network.size), np.int16), aligned((2, network.size), np.int16)
        self.weights[:INPUTS], self.output[:] = network.features, network.output
        self.kept: list[Any] = []  # the arrays of all records

    def new_record(self) -> int:
        """Return the handle of a new record, for one thread; it is valid as long as this object lives."""
        network, record = self.network, np.zeros(1, LEARNED)
        sums = aligned((MAX_PLIES, 2, network.size), np.int16)
        sums[:] = network.hidden_bias  # those of the empty board, which all slots stand for
        values = {
            "weights": handle_of(self.weights),
            "output": handle_of(self.output),
            "sums": handle_of(sums),
            "vectors": network.size // LANES,
            "output_bias": network.output_bias,
            "scale": network.scale,
            "is_residual": network.is_residual,
        }
        for name, value in values.items():
            record[name] = value
        self.kept += [record, sums]
        return handle_of(record)
