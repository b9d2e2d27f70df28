"""The differences between two tournaments in which the same minds play, with 95 % intervals."""

from collections.abc import Iterator
from math import hypot, sqrt
from typing import Any

import pandas as pd

from arena.errors import StoreError
from arena.rate.elo import Z95
from arena.store.queries import Results
from arena.store.standings import sides

LEAST_ERROR = 0.5  # games: a mind that has won or lost all of its games is not certain to do so again


def compare(before: Results, after: Results) -> dict[str, pd.DataFrame]:
    """Return the changes in rating, in score by opponent, and in score by opening.

    `change` is after less before; it is significant where it is larger than its error `±`.
    """
    shared = [name for name in before.minds if name in after.minds]
    if not shared:
        raise StoreError("the two tournaments have no mind in common; compare those of one name")
    tables = [_scores(results).loc[lambda table: table["mind"].isin(shared)] for results in (before, after)]
    return {
        "ratings": pd.DataFrame(_ratings(before, after, shared)),
        "opponents": _changes(tables[0], tables[1], ["mind", "opponent"]),
        "openings": _changes(tables[0], tables[1], ["mind", "opening"]),
    }


def significant(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows whose change is larger than its error."""
    return table[table["change"].abs() > table["±"]]


def _ratings(before: Results, after: Results, shared: list[str]) -> Iterator[dict[str, Any]]:
    """Yield the change of each rating, measured from the mean of the minds that play in both."""
    tables = [results.standings.set_index("mind").loc[shared] for results in (before, after)]
    one, other = tables
    centre = [table["elo"].mean() if "elo" in table else 0.0 for table in tables]
    value = "elo" if "elo" in one and "elo" in other else "score"
    error = f"{value}_error"
    for name in shared:
        old, new = one.loc[name, value] - centre[0], other.loc[name, value] - centre[1]
        change_error = hypot(one.loc[name, error], other.loc[name, error])
        yield {
            "mind": name,
            "before": round(old, 1),
            "after": round(new, 1),
            "change": round(new - old, 1),
            "±": round(change_error, 1),
        }


def _scores(results: Results) -> pd.DataFrame:
    """Return a row for each mind and pair of games: its mean score, with opponent and opening."""
    games = results.games
    alone = games.assign(mind=games["first"], opponent="", score=games["score_first"])
    both = alone if results.is_solo else sides(games)
    where = games.set_index("game")[["pair", "opening"]]
    table = both.drop(columns=["pair", "opening"], errors="ignore").join(where, on="game")
    return table.groupby(["mind", "opponent", "opening", "pair"], as_index=False)["score"].mean()


def _changes(before: pd.DataFrame, after: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Return the change of mean scores in per cent, by these keys; pairs of games are the observations."""
    one, other = (table.groupby(keys)["score"].agg(["mean", "std", "count"]) for table in (before, after))
    joined = one.add_suffix("_before").join(other.add_suffix("_after"), how="inner").reset_index()
    rows = [
        {
            **{key: row[key] for key in keys},
            "before": round(100 * row["mean_before"], 1),
            "after": round(100 * row["mean_after"], 1),
            "change": round(100 * (row["mean_after"] - row["mean_before"]), 1),
            "±": round(100 * Z95 * hypot(_error(row, "before"), _error(row, "after")), 1),
            "pairs": f"{row['count_before']} and {row['count_after']}",
        }
        for row in joined.to_dict("records")
    ]
    return pd.DataFrame(rows, columns=[*keys, "before", "after", "change", "±", "pairs"])


def _error(row: dict[Any, Any], when: str) -> float:
    """Return the standard error of a mean; never less than that of one half-point more or less."""
    count, spread = row[f"count_{when}"], row[f"std_{when}"]
    measured = float(spread) / sqrt(count) if count > 1 else LEAST_ERROR
    return float(max(measured, LEAST_ERROR / count))
