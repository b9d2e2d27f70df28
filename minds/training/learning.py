"""One round of learning, and an honest account of it: first without some of the games, then with all."""

import sys

import numpy as np

from minds.training.fitting import Worth, fit, fit_scale, loss
from minds.training.sample import Sample, held_out, rows_of


def learn(sample: Sample, start: Worth, hold: np.ndarray) -> Worth:
    """The numbers fitted to all games; how well those fitted to nine tenths foretell the last tenth goes to stderr.

    The scale is fitted to the start, so that a pawn stays about a hundred.
    """
    out = held_out(sample)
    seen, unseen = rows_of(sample, ~out), rows_of(sample, out)
    scale = fit_scale(sample, start)
    _tell(f"{len(sample.results):,} quiet positions of {sample.count_games():,} games; scale {scale:.5f}")
    tried = fit(seen, start, scale, hold / seen.count_games())
    before, after = loss(unseen, start, scale), loss(unseen, tried, scale)
    _tell(f"loss on {unseen.count_games():,} games held out: {before:.5f} before, {after:.5f} after")
    _tell(f"loss on the others: {loss(seen, start, scale):.5f} before, {loss(seen, tried, scale):.5f} after")
    return fit(sample, start, scale, hold / sample.count_games())


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def foretold(sample: Sample, start: Worth, hold: np.ndarray, scale: float) -> float:
    """The loss on the games held out, after learning from the others."""
    out = held_out(sample)
    seen, unseen = rows_of(sample, ~out), rows_of(sample, out)
    return loss(unseen, fit(seen, start, scale, hold / seen.count_games()), scale)
