"""The strength of two minds from their score: Elo and normalized Elo with intervals, and the likelihood of superiority.

Results are counts of games, (wins, losses, draws), or of pairs of games with both seatings: (0, ½, 1, 1½, 2 points).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, log, log10, sqrt

K = 800 / log(10)
Z95 = 1.959964
VALUES = {3: (1.0, 0.0, 0.5), 5: (0.0, 0.25, 0.5, 0.75, 1.0)}
MIN_VARIANCE = 1e-12  # below it, all results are the same


@dataclass(frozen=True)
class Estimate:
    """A difference in strength; an error is the half-width of a 95 % interval."""

    score: float
    score_error: float
    elo: float
    elo_error: float
    nelo: float
    nelo_error: float
    los: float
    games: int
    remark: str = ""  # a warning about the figures


def elo_of(score: float) -> float:
    """Return the Elo difference of a mean score."""
    return -400 * log10(1 / score - 1)


def phi(x: float) -> float:
    """Return the cumulative normal distribution at x."""
    return (1 + erf(x / sqrt(2))) / 2


def distribution(counts: Sequence[float]) -> tuple[tuple[float, ...], list[float], float]:
    """Return the possible scores of a game or pair, the share of each, and the total count."""
    if len(counts) not in VALUES:
        raise ValueError(f"{len(counts)} counts; expected 3 (wins, losses, draws) or 5 (of pairs)")
    if any(count < 0 for count in counts):
        raise ValueError(f"counts {tuple(counts)}; expected none below 0")
    number = sum(counts)
    return VALUES[len(counts)], [count / number if number else 0.0 for count in counts], number


def moments(values: Sequence[float], shares: Sequence[float]) -> tuple[float, float]:
    """Return mean and variance."""
    mean = sum(value * share for value, share in zip(values, shares, strict=True))
    return mean, sum(share * (value - mean) ** 2 for value, share in zip(values, shares, strict=True))


def estimate(counts: Sequence[int]) -> Estimate:
    """Return the estimate for (wins, losses, draws), or for pairs of games (both lost … both won).

    No figure is infinite: for a mind that has won or lost everything they are bounds, and the remark says so.
    """
    values, shares, number = distribution(counts)
    games = round(number * (2 if len(counts) == 5 else 1))
    if number == 0:
        return Estimate(0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.5, 0, "no games")
    score, variance = moments(values, shares)
    if variance < MIN_VARIANCE:
        number, variance = _softened(counts)
        remark = "every result was the same: the intervals are those after half a win and half a loss more"
    else:
        remark = ""
    if score in (0.0, 1.0):
        remark = f"{'won' if score else 'lost'} everything: the difference is {'more' if score else 'less'} than shown"
    error = sqrt(variance / number)
    low, middle, high = (_elo_within(value, games) for value in (score - Z95 * error, score, score + Z95 * error))
    return Estimate(
        score=score,
        score_error=Z95 * error,
        elo=middle,
        elo_error=(high - low) / 2,
        nelo=K * (score - 0.5) / sqrt(variance * (2 if len(counts) == 5 else 1)),
        nelo_error=Z95 * K / sqrt(games),
        los=phi((score - 0.5) / error),
        games=games,
        remark=remark,
    )


def _softened(counts: Sequence[int]) -> tuple[float, float]:
    """Return the number of results and their variance after half a win and half a loss more."""
    values = VALUES[len(counts)]
    more = [count + (value in (0.0, 1.0)) / 2 for count, value in zip(counts, values, strict=True)]
    _, shares, number = distribution(more)
    return number, moments(values, shares)[1]


def _elo_within(score: float, games: int) -> float:
    """Return the Elo of a score, no further than the score would be after one more draw."""
    edge = 1 / (2 * games + 2)
    return elo_of(min(1 - edge, max(edge, score)))
