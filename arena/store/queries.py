"""A tournament's results as tidy pandas tables."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd

from arena.rate.elo import Z95
from arena.rate.pairs import Ratings, fit
from arena.store.plies import Plies
from arena.store.store import Store, open_store
from arena.tournament.plan import Plan

GAMES = """
SELECT games.name AS game, games.round, games.pair, one.name AS first, other.name AS second,
       one.version AS first_version, other.version AS second_version, games.opening, games.given,
       games.score_first, games.score_second, games.ending, incidents.kind AS fault, incidents.seat AS fault_seat,
       games.plies, games.seconds, games.init_first, games.init_second, games.seed, games.moves_hash
FROM games JOIN minds AS one ON one.number = games.first LEFT JOIN minds AS other ON other.number = games.second
LEFT JOIN incidents ON incidents.game = games.number AND incidents.decided
ORDER BY games.name
"""
MOVES = """
SELECT games.name AS game, moves.ply, moves.seat, CASE moves.seat WHEN 0 THEN one.name ELSE other.name END AS mind,
       moves.action, moves.ply <= games.given AS given, moves.seconds, moves.cpu, moves.remaining, moves.depth,
       moves.nodes, moves.score
FROM moves JOIN games ON games.number = moves.game
JOIN minds AS one ON one.number = games.first LEFT JOIN minds AS other ON other.number = games.second
ORDER BY moves.game, moves.ply
"""
INCIDENTS = """
SELECT games.name AS game, CASE incidents.seat WHEN 0 THEN one.name ELSE other.name END AS mind, incidents.call,
       incidents.kind, incidents.message, incidents.state, incidents.reply, incidents.traceback, incidents.log
FROM incidents JOIN games ON games.number = incidents.game
JOIN minds AS one ON one.number = games.first LEFT JOIN minds AS other ON other.number = games.second
ORDER BY games.name, incidents.rowid
"""
WALLS = """
SELECT DISTINCT minds.name AS mind, CASE minds.number WHEN games.first THEN walls_first ELSE walls_second END AS walls
FROM games JOIN minds ON minds.number IN (games.first, games.second)
WHERE walls <> '' ORDER BY minds.number
"""
CLOCKS = "SELECT clock, count(*) AS games FROM games WHERE clock <> '' GROUP BY clock ORDER BY clock"


@dataclass(frozen=True)
class Results:
    """A tournament's tables, each made when it is first used."""

    folder: Path
    read_only: bool = False  # open the store without touching it

    def _open(self) -> AbstractContextManager[Store]:
        return open_store(self.folder, read_only=self.read_only, examine="games")

    def _read(self, query: str) -> pd.DataFrame:
        with self._open() as store:
            return pd.read_sql_query(query, store.db)

    @cached_property
    def plan(self) -> Plan:
        """The latest plan."""
        with self._open() as store:
            return store.plan

    @cached_property
    def damage(self) -> str:
        """A line on the games that are left out because the store is damaged, "" if it is whole."""
        with self._open() as store:
            return store.damage

    @property
    def count(self) -> int:
        """The number of games."""
        return len(self.games)

    @cached_property
    def games(self) -> pd.DataFrame:
        """A row for each game; `duplicate` is True if the same minds played the same moves before."""
        games = self._read(GAMES)
        games["duplicate"] = games.duplicated(["first", "second", "moves_hash"])
        return games

    @cached_property
    def is_solo(self) -> bool:
        """True if every mind played alone, in a world with one seat."""
        return bool(self.games["second"].isna().all())

    @cached_property
    def moves(self) -> pd.DataFrame:
        """A row for each ply."""
        moves = self._read(MOVES)
        numbers = ["remaining", "depth", "nodes", "score"]  # a column without values has no numeric type
        return moves.assign(**{name: pd.to_numeric(moves[name]) for name in numbers})

    @cached_property
    def plies(self) -> Plies:
        """Time, positions and scores of all plies, as distributions."""
        with self._open() as store:
            return Plies(store.db)

    @cached_property
    def has_scores(self) -> bool:
        """True if any mind has reported a score."""
        return bool(len(self._read("SELECT 1 FROM moves WHERE score IS NOT NULL LIMIT 1")))

    @cached_property
    def incidents(self) -> pd.DataFrame:
        """A row for each fault of a mind."""
        return self._read(INCIDENTS)

    def first_incidents(self, count: int) -> pd.DataFrame:
        """Return the first rows of `incidents`, which may be very long, without reading the others."""
        return self._read(f"{INCIDENTS} LIMIT {count}")

    @cached_property
    def faults(self) -> pd.DataFrame:
        """The mind, kind and message of each fault, in the order of `incidents`."""
        return self._read(f"SELECT mind, kind, message FROM ({INCIDENTS})")

    @cached_property
    def walls(self) -> pd.DataFrame:
        """The jail of every foreign mind, "" for one that was trusted or never started."""
        return self._read(WALLS)

    @cached_property
    def clocks(self) -> pd.DataFrame:
        """The number of games by each clock that records name; none if time was not limited."""
        return self._read(CLOCKS)

    @cached_property
    def minds(self) -> list[str]:
        """All minds, in the plan's order."""
        return list(self._read("SELECT name FROM minds ORDER BY number")["name"])

    @cached_property
    def ratings(self) -> Ratings:
        """The ratings fitted to all games; identical games count as one observation."""
        games = self.games[self.games["second"].notna()]
        same = games.groupby(["first", "second", "moves_hash"])["pair"].transform("first")
        rows = zip(games["first"], games["second"], games["score_first"], same, strict=True)
        return fit(list(rows))

    @cached_property
    def standings(self) -> pd.DataFrame:
        """A row for each mind, the best first."""
        return _solo_standings(self) if self.is_solo else _standings(self)

    @cached_property
    def crosstable(self) -> pd.DataFrame:
        """The row's mean score against the column, in per cent."""
        both = sides(self.games)
        table = both.pivot_table(index="mind", columns="opponent", values="score", aggfunc="mean") * 100
        order = list(self.standings["mind"])
        return table.reindex(index=order, columns=order)


def load(folder: "str | Path", read_only: bool = False) -> Results:
    """Return the tables of the tournament in a folder."""
    path = Path(folder)
    with open_store(path, read_only=read_only, examine="games"):
        return Results(path, read_only)


def sides(games: pd.DataFrame) -> pd.DataFrame:
    """Return each game twice, once from each seat."""
    first = games.rename(columns={"first": "mind", "second": "opponent", "score_first": "score"}).assign(seat=0)
    second = games.rename(columns={"second": "mind", "first": "opponent", "score_second": "score"}).assign(seat=1)
    columns = ["game", "mind", "opponent", "seat", "score", "ending", "fault", "fault_seat"]
    return pd.concat([first[columns], second[columns]], ignore_index=True)


def _standings(results: Results) -> pd.DataFrame:
    table, ratings = sides(results.games), results.ratings
    rows = []
    for number, mind in enumerate(ratings.names):
        own = table[table["mind"] == mind]
        score = own["score"]
        rows.append(
            {
                "rank": number + 1,
                "mind": mind,
                "elo": round(float(ratings.elo[number]), 1),
                "error": round(float(ratings.error[number]), 1),
                "group": ratings.group[number],
                "games": len(own),
                "wins": int((score == 1).sum()),
                "draws": int((score == 0.5).sum()),
                "losses": int((score == 0).sum()),
                "percent": round(100 * float(score.mean()), 1),
                "forfeits": int((own["fault"].notna() & (own["fault_seat"] == own["seat"])).sum()),
            }
        )
    return pd.DataFrame(rows)


def _solo_standings(results: Results) -> pd.DataFrame:
    """Return mean scores and their intervals, for minds that play alone."""
    scores = results.games.groupby("first")["score_first"]
    error = (Z95 * scores.std() / scores.count() ** 0.5).fillna(0.0)
    table = pd.DataFrame({"games": scores.count(), "score": scores.mean().round(4), "error": error.round(4)})
    faults = results.games["fault"].notna().groupby(results.games["first"]).sum()
    table = table.assign(forfeits=faults).sort_values("score", ascending=False).reset_index(names="mind")
    table.insert(0, "rank", range(1, len(table) + 1))
    return table
