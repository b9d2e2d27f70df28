"""The scores from each opening, and how likely chance alone explains them."""

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from arena.rate.openings import corrected, interval, most_often, p_value, shares, spread, sums
from arena.store.paired import paired, unpaired

if TYPE_CHECKING:
    from arena.store.queries import Results


def openings(results: "Results") -> pd.DataFrame:
    """Return a row for each opening, the clearest first."""
    games = results.games[results.games["second"].notna() & ~results.games["duplicate"]]
    pairs = paired(results.games)
    own = games.groupby("opening")["score_first"].agg(games="size", score_first="mean")
    table = own.join(pairs.groupby("opening")["score_first"].agg(pairs="size", total="sum"))
    for name, score in (("first_won_both", 1.0), ("second_won_both", 0.0)):
        table[name] = (pairs["score_first"] == score).groupby(pairs["opening"]).sum()
    table = table.fillna({"pairs": 0, "first_won_both": 0, "second_won_both": 0}).reset_index()
    table = _with_intervals(table, pairs["score_first"].to_numpy())
    table = _with_chances(table, pairs["score_first"].to_numpy())
    far = -(table["score_first"] - table["expected"]).abs()
    order = ["p_first", "p_both", "far", "opening"]
    table = table.assign(far=far).sort_values(order, ignore_index=True)
    return table.assign(**{name: corrected(table[name].to_numpy()) for name in ("p_first", "p_both")})


def _with_intervals(table: pd.DataFrame, scores: np.ndarray) -> pd.DataFrame:
    """Add the mean of all pairs, and the interval of each opening's score."""
    mean = float(scores.mean()) if len(scores) else np.nan
    share = spread(mean, float(scores.var(ddof=1)), len(scores) - 1) if len(scores) > 1 else 1.0
    counts = table["pairs"] / share + unpaired(table)
    ends = [interval(*row) for row in zip(table["score_first"], counts, strict=True)]
    return table.assign(expected=mean, low=[low for low, _ in ends], high=[high for _, high in ends])


def _with_chances(table: pd.DataFrame, scores: np.ndarray) -> pd.DataFrame:
    """Add the probabilities that chance alone explains an opening's score, and its pairs won by one seat."""
    sizes = table["pairs"].astype(int)
    known = {size: sums([shares(scores)] * size) for size in set(sizes) if size}
    scored = zip(sizes, table["total"], strict=True)
    first = [p_value(known[size], total) if size else 1.0 for size, total in scored]
    most = table[["first_won_both", "second_won_both"]].max(axis=1).astype(int)
    both = [most_often(count, size) for count, size in zip(most, sizes, strict=True)]
    return table.assign(p_first=first, p_both=both)
