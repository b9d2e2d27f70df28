"""Draws the curves of a training: the error on the examples and on the games kept for validation, by epoch."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from minds.training.network.trainer import Point


def draw(points: Sequence[Point], path: Path) -> None:
    """Write the picture."""
    import matplotlib as mpl  # imported here because it takes half a second

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    epochs, training, validation = np.array(points).T
    measured = ~np.isnan(validation)
    figure, axes = plt.subplots(figsize=(8, 4.8), layout="constrained")
    axes.plot(epochs, training, color="#9ab8d4", linewidth=1, label="positions that it learns from")
    axes.plot(
        epochs[measured], validation[measured], "o-", color="#1f4e79", markersize=4, label="games kept for validation"
    )
    axes.annotate(
        f"{validation[-1]:.5f}",
        (epochs[-1], validation[-1]),
        (0, 8),
        textcoords="offset points",
        ha="right",
        color="#1f4e79",
    )
    axes.set_xlabel("epochs: times that each position has been seen")
    axes.set_ylabel("mean squared error of the expected result")
    axes.set_xlim(0, epochs[-1])
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(path, dpi=100)
    plt.close(figure)
