"""Numbers as people write them: counts with their nouns, and ratings with a sign."""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 game", "1,200 games"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def signed(number: float) -> str:
    """Return a whole number with a typographic sign: "+12", "−3"."""
    return f"{round(number) + 0:+,d}".replace("-", "−")
