"""Networks for tests."""

from dataclasses import replace
from typing import Any

import numpy as np

from minds.evaluation.learned.inputs import INPUTS
from minds.evaluation.learned.network import Network

LARGEST_FEATURE = 500


def random_network(size: int, seed: int = 1, is_residual: bool = True) -> Network:
    """Return a network of random weights as large as training leaves them."""
    rng = np.random.default_rng(seed)

    def weights(largest: int, *shape: int) -> Any:
        return rng.integers(-largest, largest + 1, shape).astype(np.int16)

    features, bias = weights(60, INPUTS, size), weights(LARGEST_FEATURE, size)
    return Network(features, bias, weights(127, 2, size), int(rng.integers(-(10**6), 10**6)), 400, is_residual)


def with_changes(network: Network, **changes: Any) -> Network:
    """Return a network with other fields."""
    return replace(network, **changes)
