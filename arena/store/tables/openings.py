"""The openings: whether one of the seats wins from an opening, whoever plays."""

from typing import TYPE_CHECKING

from arena.store.tables import Column, Table

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results


def read(results: "Results") -> "pd.DataFrame":
    """Return a row for each opening, the clearest first."""
    from arena.store.openings import openings

    return openings(results)


NONE = "no pair is complete"
TABLE = Table(
    "opening in a world with two seats, the clearest first",
    80,
    (
        Column("opening", "str", "name of the opening"),
        Column("games", "int64", "games from it, without those that repeat another move for move"),
        Column("pairs", "int64", "complete pairs of games: the same minds with both seatings"),
        Column("score_first", "float64", "mean score of the first seat in these games", "0 to 1"),
        Column("low", "float64", "lower end of its 95 % interval", "0 to 1"),
        Column("high", "float64", "upper end of its 95 % interval", "0 to 1"),
        Column("expected", "float64", "mean score of the first seat in all pairs", "0 to 1", NONE),
        Column("p_first", "float64", "probability that chance takes any opening so far from `expected`", "0 to 1"),
        Column("first_won_both", "int64", "pairs in which the first seat won both games"),
        Column("second_won_both", "int64", "pairs in which the second seat won both games"),
        Column(
            "p_both",
            "float64",
            "probability that one seat wins both games of so many pairs of any opening if it wins half of them",
            "0 to 1",
        ),
    ),
    read,
    "openings.csv",
    needs_games=True,
    for_two=True,
)
