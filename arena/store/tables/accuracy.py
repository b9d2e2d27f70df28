"""The accuracy of each mind, as an engine judges its moves."""

from typing import TYPE_CHECKING

from arena.store.tables import Column, Table

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results


def read(results: "Results") -> "pd.DataFrame":
    """Return a row for each mind with judged moves, the least loss first."""
    from arena.store.analysis import accuracy

    return accuracy(results)


ONE_GAME = "its moves are of one game"
TABLE = Table(
    "mind with judged moves, the least loss first; `accuracy_by(…)` has rows by further columns of `analysis`",
    36,
    (
        Column("mind", "str", "mind"),
        Column("games", "int64", "games with judged moves of it"),
        Column("moves", "int64", "its judged moves"),
        Column("acpl", "float64", "average centipawn loss: mean of their `loss`", "pawns/100"),
        Column("acpl_error", "float64", "half of its 95 % interval, clustered by game", "pawns/100", ONE_GAME),
        Column("mean_accuracy", "float64", "mean of their `move_accuracy`", "0 to 100"),
        Column("mean_accuracy_error", "float64", "half of its 95 % interval", "0 to 100", ONE_GAME),
        Column("best_moves", "int64", "moves that are the engine's own"),
        Column("mistakes", "int64", "moves that lost 0.1 of the win probability, but less than 0.2"),
        Column("blunders", "int64", "moves that lost 0.2 of the win probability or more"),
    ),
    read,
    needs_games=True,
    for_two=True,
)
