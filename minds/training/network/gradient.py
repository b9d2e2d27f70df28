"""The error of a network on examples, and its gradient: how the error changes with each weight.

The error of an example is the square of the expected result, 1 / (1 + e^-(score / scale)), less the target. It is
worked out an example at a time: one switches on about twenty of 768 inputs, and only their rows of weights are touched.
"""

from typing import Any

import numpy as np

from minds.board.compiled import jit_floats
from minds.training.network.inputs import list_inputs
from minds.training.network.model import ONE_CENTIPAWNS

MOST_INPUTS = 32


@jit_floats
def add_gradient(examples: Any, chosen: Any, mirrored: Any, scale: float, parts: Any, gradient: Any) -> float:
    """Add the gradient of the mean error on the chosen examples to `gradient`; return the sum of the errors.

    `parts` and `gradient` are `Model.parts`. `mirrored` says which of the chosen are shown as their mirror image.
    """
    output = parts[1]
    input_slopes, output_slopes, hidden_bias_slopes, output_bias_slope = gradient
    seen, hidden = np.empty((2, MOST_INPUTS), np.int64), np.empty_like(output)
    total = 0.0
    for i in range(chosen.size):
        example = examples[chosen[i]]
        count = list_inputs(example, mirrored[i], seen[0], seen[1])
        expected = expectation(score_of(example, mirrored[i], parts, seen, count, hidden), scale)
        wrong = expected - example["target"]
        total += wrong * wrong
        slope = 2 * wrong * expected * (1 - expected) * ONE_CENTIPAWNS / scale / chosen.size
        output_bias_slope[0] += slope
        for half in range(2):
            descend(slope, hidden[half], output[half], output_slopes[half])
            add(hidden_bias_slopes, hidden[half])
            for place in range(count):
                add(input_slopes[seen[half, place]], hidden[half])
    return total


@jit_floats
def sum_errors(examples: Any, scale: float, parts: Any) -> float:
    """Return the sum of the errors on these examples."""
    scores, total = np.empty(examples.size), 0.0
    scores_of(examples, parts, scores)
    for row in range(examples.size):
        total += (expectation(scores[row], scale) - examples[row]["target"]) ** 2
    return total


@jit_floats
def scores_of(examples: Any, parts: Any, scores: Any) -> None:
    """Write the score of each example in centipawns for the side to move."""
    seen, hidden = np.empty((2, MOST_INPUTS), np.int64), np.empty_like(parts[1])
    for row in range(examples.size):
        count = list_inputs(examples[row], 0, seen[0], seen[1])
        scores[row] = score_of(examples[row], 0, parts, seen, count, hidden)


@jit_floats
def score_of(example: Any, mirrored: int, parts: Any, seen: Any, count: int, hidden: Any) -> float:
    """Return the score in centipawns for the side to move; leave both halves of the hidden units in `hidden`."""
    inputs, output, hidden_bias, output_bias = parts
    total = 0.0
    for half in range(2):
        add_rows(hidden_bias, inputs, seen[half], count, hidden[half])
        total += weighted(hidden[half], output[half])
    return (total + output_bias[0]) * ONE_CENTIPAWNS + example["bases"][mirrored]


@jit_floats
def expectation(score: float, scale: float) -> float:
    """Return the expected result at a score."""
    return 1 / (1 + np.exp(-score / scale))


@jit_floats
def add(sums: Any, more: Any) -> None:
    """Add an array to another."""
    for unit in range(sums.size):
        sums[unit] += more[unit]


@jit_floats
def add_rows(bias: Any, inputs: Any, seen: Any, count: int, sums: Any) -> None:
    """Set `sums` to the bias and the weights of these inputs, four at a time: it saves reading and writing the sums."""
    for unit in range(sums.size):
        sums[unit] = bias[unit]
    fours = count - count % 4
    for place in range(0, fours, 4):
        one, two = inputs[seen[place]], inputs[seen[place + 1]]
        three, four = inputs[seen[place + 2]], inputs[seen[place + 3]]
        for unit in range(sums.size):
            sums[unit] += (one[unit] + two[unit]) + (three[unit] + four[unit])
    for place in range(fours, count):
        add(sums, inputs[seen[place]])


@jit_floats
def weighted(hidden: Any, weights: Any) -> float:
    """Return the sum of weight · activation², the activations being the hidden units clipped to 0 … 1."""
    low, high = hidden.dtype.type(0), hidden.dtype.type(1)
    total = low
    for unit in range(hidden.size):
        activation = min(max(hidden[unit], low), high)
        total += weights[unit] * activation * activation
    return float(total)


@jit_floats
def descend(slope: float, hidden: Any, weights: Any, weight_slopes: Any) -> None:
    """Add the slopes of the output's weights, and replace hidden units by their slopes."""
    low, high, slope = hidden.dtype.type(0), hidden.dtype.type(1), hidden.dtype.type(slope)
    for unit in range(hidden.size):
        activation = min(max(hidden[unit], low), high)
        weight_slopes[unit] += slope * activation * activation
        steepness = slope * weights[unit] * (activation + activation)
        hidden[unit] = steepness if activation < high else low
