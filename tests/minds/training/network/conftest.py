"""Positions for training."""

import numpy as np
import pytest

from tests.minds.training.network.tables import table


@pytest.fixture(scope="session")
def positions() -> np.ndarray:
    """A table of 500 positions of 50 games."""
    return table(500)
