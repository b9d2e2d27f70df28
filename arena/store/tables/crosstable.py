"""The crosstable: the score of every mind against every other."""

from typing import TYPE_CHECKING

from arena.store.tables import Column, Table

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results


def read(results: "Results") -> "pd.DataFrame":
    """Return the mean score of the row's mind against the column's."""
    from arena.store.standings import sides

    both = sides(results.games)
    table = both.pivot_table(index="mind", columns="opponent", values="score", aggfunc="mean")
    order = list(results.standings["mind"])
    return table.reindex(index=order, columns=order)


TABLE = Table(
    "mind (the index), in the order of the standings, as the columns are",
    70,
    (
        Column(
            "a column for each mind",
            "float64",
            "mean score of the row's mind against this mind",
            "0 to 1",
            "they have not met",
        ),
    ),
    read,
    "crosstable.csv",
    matrix=True,
    needs_games=True,
    for_two=True,
)
