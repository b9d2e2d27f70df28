"""One round of training: the loss on held-out games, then the numbers fitted to all games."""

import sys

import numpy as np

from minds.training.fitting import Weights, fit, fit_scale, loss
from minds.training.sample import Sample, held_out, rows_of


def learn(sample: Sample, start: Weights, penalty: np.ndarray) -> Weights:
    """Return the numbers fitted to all games; print to stderr how well nine tenths predict the rest.

    The scale is fitted at the start and then kept, so that a pawn stays at about a hundred.
    """
    out = held_out(sample)
    seen, unseen = rows_of(sample, ~out), rows_of(sample, out)
    scale = fit_scale(sample, start)
    _log(f"{len(sample.results):,} quiet positions of {sample.count_games():,} games; scale {scale:.5f}")
    trial = fit(seen, start, scale, penalty / seen.count_games())
    before, after = loss(unseen, start, scale), loss(unseen, trial, scale)
    _log(f"loss on {unseen.count_games():,} games held out: {before:.5f} before, {after:.5f} after")
    _log(f"loss on the others: {loss(seen, start, scale):.5f} before, {loss(seen, trial, scale):.5f} after")
    return fit(sample, start, scale, penalty / sample.count_games())


def _log(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def held_out_loss(sample: Sample, start: Weights, penalty: np.ndarray, scale: float) -> float:
    """The loss on the held-out games after training on the others."""
    out = held_out(sample)
    seen, unseen = rows_of(sample, ~out), rows_of(sample, out)
    return loss(unseen, fit(seen, start, scale, penalty / seen.count_games()), scale)
