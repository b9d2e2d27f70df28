"""The network of the training is the one that plays, and its gradient is right."""

import numpy as np
import pytest

from minds.evaluation.learned.bounds import check
from minds.evaluation.learned.network import WEIGHT_ONE, Origin
from minds.training.network.examples import examples_of
from minds.training.network.export import network_of
from minds.training.network.gradient import add_gradient, scores_of, sum_errors
from minds.training.network.model import ONE_CENTIPAWNS, Model, new_model
from minds.training.network.settings import Settings
from tests.minds.conftest import middlegames

HIDDEN, SCALE, STEP = 32, 200.0, 1e-6


def doubles(model: Model) -> Model:
    """The same weights in double precision."""
    return Model(model.hidden, model.values.astype(np.float64))


def lively() -> Model:
    """Weights so large that activations are below, within and beyond the range."""
    model = new_model(HIDDEN, 0.3, seed=5)
    model.hidden_bias[:] = np.linspace(-0.5, 0.5, HIDDEN)
    return doubles(model)


@pytest.mark.parametrize("side", [0, 1])
def test_the_gradient_agrees_with_finite_differences(positions: np.ndarray, side: int) -> None:
    """Moving any weight a little changes the error as the gradient says, for positions and their mirror images."""
    examples, model, gradient = examples_of(positions[:40], Settings(hidden=HIDDEN)), lively(), doubles(Model(HIDDEN))
    chosen, mirrored = np.arange(40, dtype=np.uint32), np.full(40, side, np.uint8)
    add_gradient(examples, chosen, mirrored, SCALE, model.parts, gradient.parts)
    used = np.flatnonzero(gradient.values)
    tried = np.concatenate(
        [np.random.default_rng(1).choice(used, 60), np.arange(model.values.size - 97, model.values.size)]
    )
    for place in tried:
        errors = []
        for step in (STEP, -STEP):
            moved = Model(HIDDEN, model.values.copy())
            moved.values[place] += step
            errors.append(add_gradient(examples, chosen, mirrored, SCALE, moved.parts, doubles(Model(HIDDEN)).parts))
        assert gradient.values[place] == pytest.approx((errors[0] - errors[1]) / (2 * STEP) / 40, rel=1e-4, abs=1e-9)


def test_the_mean_error_is_that_of_the_scores(positions: np.ndarray) -> None:
    """Training and validation use the same error: the mean square of expectation less target."""
    examples, model = examples_of(positions, Settings(hidden=HIDDEN)), lively()
    scores = np.empty(len(examples))
    scores_of(examples, model.parts, scores)
    errors = (1 / (1 + np.exp(-scores / SCALE)) - examples["target"]) ** 2
    assert sum_errors(examples, SCALE, model.parts) == pytest.approx(errors.sum())
    chosen = np.arange(len(examples), dtype=np.uint32)
    found = add_gradient(examples, chosen, np.zeros(len(chosen), np.uint8), SCALE, model.parts, lively().parts)
    assert found == pytest.approx(errors.sum())


@pytest.mark.parametrize("pure", [False, True])
def test_integers_play_what_floats_have_learnt(positions: np.ndarray, pure: bool) -> None:
    """A network of integers values each position as the training does, but for what rounding changes."""
    settings = Settings(hidden=HIDDEN, pure=pure)
    examples, model = examples_of(positions, settings), new_model(HIDDEN, 0.3, seed=5)
    network, scores = network_of(model, not pure, Origin()), np.empty(len(examples))
    scores_of(examples, model.parts, scores)
    values = [network.value(position) for position in middlegames(500)]
    assert np.abs(scores - values).max() < 40
    assert np.std(scores) > 100


@pytest.mark.parametrize("size", [1e-4, 0.05, 1.98])
def test_any_weights_can_be_exported(size: float) -> None:
    """The output's unit is chosen so that small weights are not lost and the largest do not overflow."""
    model = Model(512)
    model.output[:], model.output_bias[:] = size, -size
    model.output[0, 0] = -size
    network = network_of(model, True, Origin())
    check(network)
    unit = network.scale / WEIGHT_ONE / ONE_CENTIPAWNS
    assert int(network.output[1, 1]) * unit == pytest.approx(size, abs=0.51 * unit)
    assert unit < 0.04 * size or size == 1e-4
