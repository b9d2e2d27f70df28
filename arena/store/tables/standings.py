"""The standings: ratings in worlds with two seats, mean scores in worlds with one."""

from typing import TYPE_CHECKING

from arena.store.tables import Column, Table

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results


def read(results: "Results") -> "pd.DataFrame":
    """Return a row for each mind that has played, the best first."""
    from arena.store.standings import standings

    return standings(results)


TWO, ONE = "a world with two seats", "a world with one seat"
SWISS = "a swiss"

TABLE = Table(
    "mind that has played, the best first",
    40,
    (
        Column("rank", "int64", "rank, from 1; equal results share one"),
        Column("mind", "str", "mind"),
        Column("ranks", "str", "ranks that it may deserve, such as `3–7`, for all minds at once"),
        Column("tier", "int64", "tier, from 1: all of a tier are surely stronger than all of the next"),
        Column("points", "float64", "sum of its scores, with games that count without having been played", only=TWO),
        Column("reached", "str", "round that it has reached", only="a knockout"),
        Column("buchholz", "float64", "points of its opponents", only=SWISS),
        Column("sonneborn_berger", "float64", "points of each opponent, times the score against it", only=SWISS),
        Column("byes", "int64", "rounds without an opponent", only="a swiss or knockout with byes"),
        Column("elo", "float64", "rating; the mean of all minds is 0", "Elo", only=TWO),
        Column("elo_error", "float64", "half of the rating's 95 % interval", "Elo", only=TWO),
        Column("games", "int64", "games that it has played"),
        Column("wins", "int64", "games with a score of 1", only=TWO),
        Column("draws", "int64", "games with a score of 0.5", only=TWO),
        Column("losses", "int64", "games with a score of 0", only=TWO),
        Column("score", "float64", "mean score of the games it has played", "0 to 1"),
        Column("score_error", "float64", "half of the score's 95 % interval", "0 to 1", only=ONE),
        Column("forfeits", "int64", "games that it lost by a fault of its own"),
        Column("unplayed", "int64", "games not played, because it or its opponent is disqualified", only=TWO),
    ),
    read,
    "standings.csv",
    needs_games=True,
    more="a format that ranks by points may add figures of its own",
)
