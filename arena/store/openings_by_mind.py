"""The scores of each mind from each opening, beside those against the same opponents elsewhere."""

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from arena.rate.openings import corrected, interval, p_value, shares, spread, sums
from arena.store.paired import from_both_sides, paired, unpaired
from arena.store.standings import sides

if TYPE_CHECKING:
    from arena.store.queries import Results

KEYS = ["mind", "opening"]


def openings_by_mind(results: "Results") -> pd.DataFrame:
    """Return a row for each mind and opening, the clearest first."""
    games = results.games[results.games["second"].notna() & ~results.games["duplicate"]]
    both = sides(games).join(games.set_index("game")["opening"], on="game")
    own = both.groupby(KEYS)["score"].agg(games="size", score="mean")
    table = own.join(_expected(from_both_sides(paired(results.games)))).fillna({"pairs": 0, "p_value": 1.0})
    table = table.reset_index()
    counts = table["pairs"] / table["spread"].fillna(1.0) + unpaired(table)
    ends = [interval(*row) for row in zip(table["score"], counts, strict=True)]
    table = table.assign(low=[low for low, _ in ends], high=[high for _, high in ends])
    far = -(table["score"] - table["expected"]).abs()
    table = table.assign(far=far).sort_values(["p_value", "far", *KEYS], ignore_index=True)
    return table.assign(p_value=corrected(table["p_value"].to_numpy()))


def _expected(pairs: pd.DataFrame) -> pd.DataFrame:
    """Return what each mind's pairs from each opening would score if openings did not matter, and how likely this is.

    Each pair is compared with all pairs of the same two minds.
    """
    pairing = pairs.groupby(["mind", "opponent"])["score"]
    pairs = pairs.assign(
        pairing=pairing.ngroup(),
        mean=pairing.transform("mean"),
        variance=pairing.transform("var").fillna(0.0),
        freedom=(pairing.transform("size") - 1) / pairing.transform("size"),
    )
    chances = {number: shares(scores.to_numpy()) for number, scores in pairs.groupby("pairing")["score"]}
    table = pairs.groupby(KEYS).agg(pairs=("score", "size"), total=("score", "sum"), expected=("mean", "mean"))
    known: dict[tuple[int, ...], np.ndarray] = {}

    def chance(row: tuple[str, str], met: tuple[int, ...]) -> float:
        if met not in known:
            known[met] = sums([chances[number] for number in met])
        return p_value(known[met], float(table.at[row, "total"]))

    met = pairs.sort_values("pairing").groupby(KEYS)["pairing"].agg(tuple)
    table["p_value"] = [chance(row, numbers) for row, numbers in met.reindex(table.index).items()]
    minds = pairs.groupby("mind").agg(mean=("mean", "mean"), variance=("variance", "mean"), freedom=("freedom", "sum"))
    spreads = {mind: spread(*row) for mind, *row in minds.itertuples()}
    table["spread"] = [spreads[mind] for mind, _ in table.index]
    return table
