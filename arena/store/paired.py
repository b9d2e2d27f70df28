"""The pairs of games: the same two minds from the same opening, once with each seating."""

import pandas as pd


def paired(games: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each complete pair, without pairs that repeat another move for move.

    `score` is the mean score of `mind` in its two games, and `score_first` that of the first seat.
    """
    columns = ["game", "pair", "opening", "first", "second", "score_first", "score_second", "duplicate"]
    half = games.loc[games["second"].notna(), columns]
    own, other = ["pair", "opening", "first", "second"], ["pair", "opening", "second", "first"]
    both = half.merge(half, left_on=own, right_on=other)
    both = both[(both["game_x"] < both["game_y"]) & ~(both["duplicate_x"] & both["duplicate_y"])]
    return pd.DataFrame(
        {
            "pair": both["pair"],
            "opening": both["opening"],
            "mind": both["first_x"],
            "opponent": both["second_x"],
            "score": (both["score_first_x"] + both["score_second_y"]) / 2,
            "score_first": (both["score_first_x"] + both["score_first_y"]) / 2,
        }
    ).reset_index(drop=True)


def from_both_sides(pairs: pd.DataFrame) -> pd.DataFrame:
    """Return each pair twice, once from the side of each mind; its scores add up to 1."""
    other = pairs.rename(columns={"mind": "opponent", "opponent": "mind"}).assign(score=1 - pairs["score"])
    return pd.concat([pairs, other[pairs.columns]], ignore_index=True)


def unpaired(table: pd.DataFrame) -> "pd.Series[int]":
    """Return the games of each row without their other half; a pair may have a half that is not among the games."""
    return (table["games"] - 2 * table["pairs"]).clip(lower=0)
