"""The pairings: how often each mind scored 0, ½, 1, 1½ and 2 points in a pair of games against each opponent."""

from typing import TYPE_CHECKING

from arena.rate.elo import estimate
from arena.store.tables import Column, Table

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results

COUNTS = ("pairs_0", "pairs_0_5", "pairs_1", "pairs_1_5", "pairs_2")
KEYS = ["mind", "opponent"]


def read(results: "Results") -> "pd.DataFrame":
    """Return a row for each mind and each of its opponents."""
    import pandas as pd

    from arena.store.paired import from_both_sides, paired
    from arena.store.standings import sides

    pairs = from_both_sides(paired(results.games))
    quarters = (4 * pairs["score"]).round().astype(int)
    counts = quarters.groupby([pairs["mind"], pairs["opponent"], quarters]).size().unstack(fill_value=0)
    counts = counts.reindex(columns=range(len(COUNTS)), fill_value=0).set_axis(COUNTS, axis=1)
    own = sides(results.games).groupby(KEYS)["score"].agg(games="size", score="mean")
    table = own.join(counts).fillna(dict.fromkeys(COUNTS, 0)).reset_index()
    found = [estimate([int(row[name]) for name in COUNTS]) for row in table[list(COUNTS)].to_dict("records")]
    elo = [(one.elo, one.elo_error, one.los) if one.games else (None, None, None) for one in found]
    table[["elo", "elo_error", "los"]] = pd.DataFrame(elo, index=table.index, columns=range(3), dtype=float)
    place = {mind: number for number, mind in enumerate(results.minds)}
    return table.sort_values(KEYS, key=lambda names: names.map(place), ignore_index=True)


NONE = "no pair is complete"
TABLE = Table(
    "mind and each opponent that it has met, in the order of the plan; each pairing is there from both sides",
    45,
    (
        Column("mind", "str", "mind whose scores these are"),
        Column("opponent", "str", "its opponent"),
        Column("games", "int64", "games between them"),
        Column("score", "float64", "mean score of the mind in them", "0 to 1"),
        Column("pairs_0", "int64", "pairs of games (one opening, both seatings) in which the mind scored 0 points"),
        Column("pairs_0_5", "int64", "pairs with half a point"),
        Column("pairs_1", "int64", "pairs with 1 point"),
        Column("pairs_1_5", "int64", "pairs with 1½ points"),
        Column("pairs_2", "int64", "pairs with 2 points; pairs that repeat another move for move are in no column"),
        Column("elo", "float64", "difference in strength that the pairs suggest", "Elo", NONE),
        Column("elo_error", "float64", "half of its 95 % interval", "Elo", NONE),
        Column("los", "float64", "likelihood that the mind is the stronger one", "0 to 1", NONE),
    ),
    read,
    needs_games=True,
    for_two=True,
)
