"""The sequential probability ratio test of two hypotheses about a difference in strength, by fishtest's formulas.

The log-likelihood ratio compares the likeliest distribution of results under each hypothesis.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum, log, sqrt
from typing import Literal

from arena.errors import RateError
from arena.rate.elo import K, distribution, moments

Model = Literal["normalized", "logistic"]
ZERO_COUNT = 1e-3  # in place of a count of zero
MAX_STEPS, TOLERANCE = 60, 1e-12
MAX_ELO = 200  # results cannot have a much larger mean in units of their deviation


@dataclass(frozen=True)
class Bounds:
    """The bounds of the test: elo0 is accepted below, elo1 above."""

    lower: float
    upper: float


@dataclass(frozen=True)
class Claims:
    """The hypotheses of a test, elo0 against elo1, and the risks of a wrong decision."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"

    def __post_init__(self) -> None:
        bounds(self.alpha, self.beta)
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            expected = f"the first below the second, both within ±{MAX_ELO}"
            raise RateError(f"elo0 {self.elo0:g}, elo1 {self.elo1:g}; expected {expected}")


def bounds(alpha: float = 0.05, beta: float = 0.05) -> Bounds:
    """Return the bounds for the two risks of a wrong decision."""
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise RateError(f"alpha {alpha}, beta {beta}; expected both between 0 and 0.5")
    return Bounds(log(beta / (1 - alpha)), log((1 - beta) / alpha))


def llr(counts: Sequence[float], elo0: float, elo1: float, model: Model = "normalized") -> float:
    """Return the log-likelihood ratio of elo1 against elo0.

    Counts are (wins, losses, draws), or pairs of games (both lost … both won).
    """
    if model not in ("normalized", "logistic"):
        raise RateError(f"model {model!r}; expected normalized or logistic")
    if not (abs(elo0) <= MAX_ELO and abs(elo1) <= MAX_ELO):
        raise RateError(f"claims {elo0:g} and {elo1:g}; expected both within ±{MAX_ELO}")
    values, shares, number = distribution([count or ZERO_COUNT for count in counts])
    if not any(counts):
        return 0.0
    explain = _with_mean if model == "logistic" else _with_ratio
    likely0, likely1 = (explain(values, shares, elo) for elo in (elo0, elo1))
    return number * fsum(share * log(p1 / p0) for share, p0, p1 in zip(shares, likely0, likely1, strict=True))


def _with_mean(values: Sequence[float], shares: Sequence[float], elo: float) -> list[float]:
    """Return the likeliest distribution whose mean is that of an Elo difference."""
    mean = 1 / (1 + 10 ** (-elo / 400))
    return _tilted([value - mean for value in values], shares)


def _with_ratio(values: Sequence[float], shares: Sequence[float], nelo: float) -> list[float]:
    """Return the likeliest distribution whose mean, in units of its deviation, is that of a normalized Elo difference.

    The constraint is not linear; each step replaces it by its tangent at the last solution, until that is stable.
    """
    wanted = nelo / K * (sqrt(2) if len(values) == 5 else 1)
    likely = [1 / len(values)] * len(values)
    for _ in range(MAX_STEPS):
        mean, variance = moments(values, likely)
        deviation = sqrt(variance)
        slopes = [value - 0.5 - wanted * deviation * (1 + ((mean - value) / deviation) ** 2) / 2 for value in values]
        before, likely = likely, _tilted(slopes, shares)
        if max(abs(new - old) for new, old in zip(likely, before, strict=True)) < TOLERANCE:
            break
    return likely


def _tilted(slopes: Sequence[float], shares: Sequence[float]) -> list[float]:
    """Return the distribution nearest to the shares in which the slopes average zero."""

    def average(theta: float) -> float:
        return fsum(share * slope / (1 + theta * slope) for share, slope in zip(shares, slopes, strict=True))

    theta = _root(average, -1 / max(slopes), -1 / min(slopes))
    return [share / (1 + theta * slope) for share, slope in zip(shares, slopes, strict=True)]


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Return the zero of a falling function between two poles, by bisection."""
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2
