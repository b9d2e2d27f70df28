"""What a score between two minds is worth: Elo and normalized Elo with intervals, and the likelihood of superiority.

Counts are three, (wins, losses, draws), or five, of pairs of games with seats changed: (both lost, a loss and a draw,
two halves, a draw and a win, both won).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, log, log10, sqrt

K = 800 / log(10)
Z95 = 1.959964
VALUES = {3: (1.0, 0.0, 0.5), 5: (0.0, 0.25, 0.5, 0.75, 1.0)}
LEAST = 1e-12  # a variance below this is none


@dataclass(frozen=True)
class Estimate:
    """A difference of strength, with the half-width of its 95 % interval."""

    score: float
    score_error: float
    elo: float
    elo_error: float
    nelo: float
    nelo_error: float
    los: float
    games: int
    remark: str = ""  # what the figures cannot say


def elo_of(score: float) -> float:
    """The difference in Elo that a mean score stands for."""
    return -400 * log10(1 / score - 1)


def phi(x: float) -> float:
    """The normal distribution."""
    return (1 + erf(x / sqrt(2))) / 2


def distribution(counts: Sequence[float]) -> tuple[tuple[float, ...], list[float], float]:
    """The values that games or pairs can have, their shares, and how many there are."""
    if len(counts) not in VALUES:
        raise ValueError(f"{len(counts)} counts; expected 3 (wins, losses, draws) or 5 (of pairs)")
    if any(count < 0 for count in counts):
        raise ValueError(f"counts {tuple(counts)}; expected none below 0")
    number = sum(counts)
    return VALUES[len(counts)], [count / number if number else 0.0 for count in counts], number


def moments(values: Sequence[float], shares: Sequence[float]) -> tuple[float, float]:
    """Mean and variance."""
    mean = sum(value * share for value, share in zip(values, shares, strict=True))
    return mean, sum(share * (value - mean) ** 2 for value, share in zip(values, shares, strict=True))


def estimate(counts: Sequence[int]) -> Estimate:
    """All there is to say of a score, from (wins, losses, draws) or from pairs (both lost … both won).

    Never infinite: who has won or lost everything is said to be beyond a bound.
    """
    values, shares, number = distribution(counts)
    games = round(number * (2 if len(counts) == 5 else 1))
    if number == 0:
        return Estimate(0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.5, 0, "no games")
    score, variance = moments(values, shares)
    remark = ""
    if variance < LEAST:
        remark = "every result was the same: the intervals are those of half a win and half a loss more"
        doubted = [count + (value in (0.0, 1.0)) / 2 for count, value in zip(counts, values, strict=True)]
        _, shares, number = distribution(doubted)
        _, variance = moments(values, shares)
    error = sqrt(variance / number)
    edge = 1 / (2 * games + 2)  # as if one game more had been drawn

    def bounded(value: float) -> float:
        return elo_of(min(1 - edge, max(edge, value)))

    spread = (bounded(score + Z95 * error) - bounded(score - Z95 * error)) / 2
    if score in (0.0, 1.0):
        remark = f"{'won' if score else 'lost'} everything: the difference is {'more' if score else 'less'} than shown"
    deviation = sqrt(variance * (2 if len(counts) == 5 else 1))
    return Estimate(
        score=score,
        score_error=Z95 * error,
        elo=bounded(score),
        elo_error=spread,
        nelo=K * (score - 0.5) / deviation,
        nelo_error=Z95 * K / sqrt(games),
        los=phi((score - 0.5) / error),
        games=games,
        remark=remark,
    )
