"""Round numbers for the axes of charts, and their labels."""

from math import ceil, floor, log10

MOST_STEPS = 5


def round_numbers(low: float, high: float, most: int = MOST_STEPS) -> list[float]:
    """Return round numbers at equal distances, the first not above `low` and the last not below `high`.

    There are at most `most` steps between them.
    """
    width = (high - low) or 1.0
    unit = 10.0 ** floor(log10(width / most))
    for step in (unit * part for part in (1, 2, 5, 10, 20, 50)):
        first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
        if last - first <= most:
            break
    return [round(step * number, 9) for number in range(first, max(last, first + 1) + 1)]


def label(value: float, is_solo: bool = False) -> str:
    """Return a rating with its sign, or a score, as text."""
    if is_solo:
        return f"{value:g}"
    rounded = round(value, 1)
    return f"{rounded:+g}".replace("-", "−") if rounded else "0"
