"""The openings of each mind: where it scores more, or less, than it does against the same opponents elsewhere."""

from typing import TYPE_CHECKING

from arena.store.tables import Column, Table

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results


def read(results: "Results") -> "pd.DataFrame":
    """Return a row for each mind and opening, the clearest first."""
    from arena.store.openings_by_mind import openings_by_mind

    return openings_by_mind(results)


NONE = "no pair is complete"
TABLE = Table(
    "mind and each opening in a world with two seats, the clearest first",
    90,
    (
        Column("mind", "str", "mind"),
        Column("opening", "str", "name of the opening"),
        Column("games", "int64", "its games from this opening, without those that repeat another move for move"),
        Column("pairs", "int64", "complete pairs of these games: the same minds with both seatings"),
        Column("score", "float64", "mean score of the mind in these games", "0 to 1"),
        Column("low", "float64", "lower end of its 95 % interval", "0 to 1"),
        Column("high", "float64", "upper end of its 95 % interval", "0 to 1"),
        Column("expected", "float64", "mean score of the same pairings from all openings", "0 to 1", NONE),
        Column("p_value", "float64", "probability that chance takes any row so far from `expected`", "0 to 1"),
    ),
    read,
    "openings_by_mind.csv",
    needs_games=True,
    for_two=True,
)
