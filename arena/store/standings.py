"""The standings: who comes before whom, and the figures beside each mind.

Formats that rank by points say so in their own file (`Format.places`); all others rank by Elo. At equal points, or at
equal Elo, fewer forfeits rank higher. Minds whose results are equal in everything share a rank. Disqualified minds come
last: they may have met only weak opponents before.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from arena.rate.elo import Z95
from arena.rate.places import interval, shared
from arena.rate.ranks import ENOUGH_STARTS, rank
from arena.tournament import formats

if TYPE_CHECKING:
    from arena.store.queries import Results
    from arena.tournament.schedule import Place

SAME_SCORE = 0.05  # of the largest variance of a score, added to each: scores that never vary are not certain
Keys = dict[Any, tuple[float, ...]]  # by mind
DIGITS = 6  # of an Elo or score; what differs less is equal


def sides(games: pd.DataFrame) -> pd.DataFrame:
    """Return each game twice, once from each seat; `forfeits` is True for the side that forfeited it."""
    first = games.rename(columns={"first": "mind", "second": "opponent", "score_first": "score"}).assign(seat=0)
    second = games.rename(columns={"second": "mind", "first": "opponent", "score_second": "score"}).assign(seat=1)
    columns = ["game", "mind", "opponent", "seat", "score", "ending", "fault"]
    both = pd.concat([first, second], ignore_index=True)
    return both[columns].assign(forfeits=both["fault"].notna() & (both["fault_seat"] == both["seat"]))


def standings(results: "Results") -> pd.DataFrame:
    """Return a row for each mind that has played, the best first."""
    return _solo(results) if results.is_solo else _against_each_other(results)


def points(results: "Results") -> "pd.Series[float]":
    """Return the points of each mind: its scores, and what counts without having been played."""
    played = sides(results.games).groupby("mind")["score"].sum()
    byes = {results.minds[number]: place.unplayed for number, place in enumerate(_places(results))}
    given = unplayed(results)["score"]
    return sum((one.reindex(played.index, fill_value=0.0) for one in (pd.Series(byes, dtype=float), given)), played)


def unplayed(results: "Results") -> pd.DataFrame:
    """Return the number and score of the games that each mind has not played because one is disqualified."""
    games = results.unplayed
    columns = {"first": "score_first"} if results.is_solo else {"first": "score_first", "second": "score_second"}
    both = pd.concat([games[[mind, score]].set_axis(["mind", "score"], axis=1) for mind, score in columns.items()])
    return both.astype({"score": float}).groupby("mind")["score"].agg(games="size", score="sum")


def _places(results: "Results") -> "Sequence[Place]":
    """Return the place of each mind, in the order of the plan, if the format ranks by points."""
    places = formats.find(results.plan.format).places
    given = zip(results.unplayed["game"], results.unplayed[["score_first", "score_second"]].to_numpy(), strict=True)
    scores = results.scores | {game: tuple(map(float, score)) for game, score in given}
    return () if places is None else places(results.plan, scores)


def _against_each_other(results: "Results") -> pd.DataFrame:
    both, ratings = sides(results.games), results.ratings
    own = both.groupby("mind")
    score = both["score"]
    counts = {name: (score == value).groupby(both["mind"]).sum() for name, value in _OUTCOMES.items()}
    table = pd.DataFrame(
        {
            "elo": pd.Series(ratings.elo, ratings.names),
            "elo_error": pd.Series(ratings.error, ratings.names).round(1),
            "ranks": pd.Series(map(interval, ratings.low, ratings.high), ratings.names),
            "tier": pd.Series(ratings.tier, ratings.names),
            "points": points(results),
            "games": own.size(),
            **counts,
            "score": own["score"].mean().round(4),
            "forfeits": own["forfeits"].sum(),
            "unplayed": unplayed(results)["games"].reindex(pd.Index(ratings.names), fill_value=0),
        },
    ).reindex(ratings.names)
    places = {results.minds[number]: place for number, place in enumerate(_places(results))}
    keys: Keys = {mind: _key(row, places.get(str(mind))) for mind, row in table.iterrows()}
    table = table.assign(**_columns(places)).assign(elo=table["elo"].round(1) + 0.0)
    ordered = ["points", *_columns(places), "elo", "elo_error", "games", *_OUTCOMES, "score", "forfeits", "unplayed"]
    return _ranked(table[["ranks", "tier", *ordered]], keys, results.disqualified)


_OUTCOMES = {"wins": 1.0, "draws": 0.5, "losses": 0.0}


def _key(row: Any, place: "Place | None") -> tuple[float, ...]:
    """Return the numbers that a mind is ranked by, the most important first; more is better."""
    if place is None:
        return (round(row["elo"], DIGITS), -row["forfeits"])
    return (place.key[0], -row["forfeits"], *place.key[1:])


def _columns(places: "dict[str, Place]") -> dict[str, "pd.Series[Any]"]:
    """Return the columns of the format, by mind; `byes` only if there were any."""
    names = list(dict.fromkeys(name for place in places.values() for name in place.columns))
    columns = {name: pd.Series({mind: place.columns[name] for mind, place in places.items()}) for name in names}
    return {name: column for name, column in columns.items() if name != "byes" or column.any()}


def _ranked(table: pd.DataFrame, keys: Keys, disqualified: Sequence[str]) -> pd.DataFrame:
    """Return the rows in the order of their keys, the disqualified last, with rank and mind as the first columns."""
    keys = {mind: (float(mind not in disqualified), *key) for mind, key in keys.items()}
    order = sorted(table.index, key=lambda mind: (*(-part for part in keys[mind]), str(mind)))
    table = table.loc[order].reset_index(names="mind")
    table.insert(0, "rank", shared([keys[mind] for mind in order]))
    return table


def _solo(results: "Results") -> pd.DataFrame:
    """Return mean scores and their intervals, for minds that play alone."""
    games = results.games
    scores = games.groupby("first")["score_first"]
    error = (Z95 * scores.std() / scores.count() ** 0.5).fillna(0.0)
    table = pd.DataFrame({"score": scores.mean(), "score_error": error.round(4), "games": scores.count()})
    table = table.assign(forfeits=games["fault"].notna().groupby(games["first"]).sum())
    starts = games.assign(start=games["game"].str.rpartition("-")[2])
    low, high, tier = _solo_ranks(starts.pivot(index="start", columns="first", values="score_first"))
    table = table.assign(ranks=list(map(interval, low, high)), tier=tier)
    keys: Keys = {mind: (round(row["score"], DIGITS), -row["forfeits"]) for mind, row in table.iterrows()}
    columns = ["ranks", "tier", "games", "score", "score_error", "forfeits"]
    return _ranked(table.assign(score=table["score"].round(4))[columns], keys, results.disqualified)


def _solo_ranks(scores: pd.DataFrame) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """Return best ranks, worst ranks and tiers by the scores of all minds (columns) on the same starts (rows)."""
    complete, minds = scores.dropna(), len(scores.columns)
    if len(complete) < ENOUGH_STARTS or minds < 2:
        return [1] * minds, [minds] * minds, [1] * minds
    covariance = np.cov(complete.to_numpy(), rowvar=False)
    covariance += SAME_SCORE * np.diag(covariance).max() * np.eye(minds)
    found = rank(complete.mean().to_numpy(), covariance / len(complete), np.ones((minds, minds), bool))
    return found.low, found.high, found.tier
