"""A tournament's results as tidy pandas tables."""

from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from pathlib import Path

import pandas as pd

from arena.analyse.judgement import Judge
from arena.entrants.entrant import Entrant
from arena.entrants.submissions import Rejection
from arena.rate.pairs import Ratings, fit
from arena.store import analysis, standings
from arena.store.examination import Examination
from arena.store.plies import Plies
from arena.store.rejected import rejected_in
from arena.store.store import Store, open_store
from arena.tournament import formats
from arena.tournament.plan import Plan
from world.api import Opening

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
       incidents.kind, incidents.decided, incidents.message, incidents.state, incidents.reply, incidents.traceback,
       incidents.log
FROM incidents JOIN games ON games.number = incidents.game
JOIN minds AS one ON one.number = games.first LEFT JOIN minds AS other ON other.number = games.second
ORDER BY games.name, incidents.rowid
"""
WALLS = """
SELECT DISTINCT minds.name AS mind, CASE minds.number WHEN games.first THEN walls_first ELSE walls_second END AS walls
FROM games JOIN minds ON minds.number IN (games.first, games.second)
WHERE walls <> '' ORDER BY minds.number
"""
MAX_NODES = 2**62  # where none are set
MOST_SHOWN = 64  # minds in crosstables and pictures
MUCH = 0.5  # of the time to get ready
OVERSPENT = """
SELECT minds.name AS mind, max(moves.nodes) AS nodes FROM moves JOIN games ON games.number = moves.game
JOIN minds ON minds.number = CASE moves.seat WHEN 0 THEN games.first ELSE games.second END
WHERE moves.nodes > ? GROUP BY minds.number ORDER BY minds.number
"""
OVERTIMED = """
SELECT minds.name AS mind, avg(CASE WHEN games.clock LIKE 'wall%' THEN moves.seconds ELSE moves.cpu END) AS taken
FROM moves JOIN games ON games.number = moves.game
JOIN minds ON minds.number = CASE moves.seat WHEN 0 THEN games.first ELSE games.second END
WHERE moves.ply > games.given GROUP BY minds.number HAVING taken > ? ORDER BY minds.number
"""
SLOW_STARTS = """
SELECT minds.name AS mind, max(starts.init) AS init FROM minds JOIN (
    SELECT first AS mind, init_first AS init FROM games UNION ALL SELECT second, init_second FROM games
) AS starts ON starts.mind = minds.number WHERE starts.init > ? GROUP BY minds.number ORDER BY minds.number
"""
MAX_FAULTS_READ = 100  # of a mind, with their texts
FAULT_TEXTS = f"""
SELECT * FROM (
    SELECT game, mind, call, kind, decided, message, traceback,
           row_number() OVER (PARTITION BY mind ORDER BY NOT decided, game) AS place
    FROM ({INCIDENTS})
) WHERE place <= {MAX_FAULTS_READ} ORDER BY mind, place
"""
CLOCKS = "SELECT clock, count(*) AS games FROM games WHERE clock <> '' GROUP BY clock ORDER BY clock"


@dataclass(frozen=True)
class Results:
    """A tournament's tables, each made when it is first used."""

    folder: Path
    read_only: bool = False  # open the store without touching it
    examine: Examination = "games"

    def open(self) -> AbstractContextManager[Store]:
        """Open the store that the tables are read from."""
        return open_store(self.folder, read_only=self.read_only, examine=self.examine)

    def _read(self, query: str, *values: float) -> pd.DataFrame:
        with self.open() as store:
            return pd.read_sql_query(query, store.db, params=values)

    @cached_property
    def plan(self) -> Plan:
        """The latest plan."""
        with self.open() as store:
            return store.plan

    @cached_property
    def damage(self) -> str:
        """A line on the games that are left out because the store is damaged, "" if it is whole."""
        with self.open() as store:
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
    def scores(self) -> dict[str, tuple[float, ...]]:
        """The score of each seat in each game, by the game's name."""
        columns = self.games[["game", "score_first", "score_second"]]
        return {
            game: (first,) if second != second else (first, second)
            for game, first, second in columns.itertuples(index=False)
        }

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
        with self.open() as store:
            return Plies(store.db)

    @cached_property
    def has_scores(self) -> bool:
        """True if any mind has reported a score."""
        return bool(len(self._read("SELECT 1 FROM moves WHERE score IS NOT NULL LIMIT 1")))

    @cached_property
    def analysis(self) -> pd.DataFrame:
        """A row for each move that `arena analyse` has judged; its columns and units: arena/store/analysis.py."""
        with self.open() as store:
            return analysis.analysed_moves(store)

    @cached_property
    def accuracy(self) -> pd.DataFrame:
        """A row for each mind with judged moves: average centipawn loss, accuracy, best moves, blunders."""
        return analysis.accuracy(self)

    def accuracy_by(self, *columns: str) -> pd.DataFrame:
        """Return `accuracy` by further columns of `analysis`, such as seat, phase or opening."""
        return analysis.accuracy(self, *columns)

    @cached_property
    def judge(self) -> Judge | None:
        """The engine that judged the moves of `analysis`; None if none did."""
        with self.open() as store:
            found = analysis.judge_in(store)
        return found.judge if found is not None else None

    @cached_property
    def incidents(self) -> pd.DataFrame:
        """A row for each fault of a mind."""
        return self._read(INCIDENTS)

    def first_incidents(self, count: int) -> pd.DataFrame:
        """Return the first rows of `incidents`, which may be very long, without reading the others."""
        return self._read(f"{INCIDENTS} LIMIT {count}")

    @cached_property
    def faults(self) -> pd.DataFrame:
        """Each fault in the order of `incidents`, without its texts; those that `decided` a game are forfeits."""
        return self._read(f"SELECT mind, kind, decided, message FROM ({INCIDENTS})").astype({"decided": bool})

    @cached_property
    def fault_texts(self) -> pd.DataFrame:
        """The first faults of each mind with their messages and tracebacks, forfeits before others."""
        return self._read(FAULT_TEXTS)

    @cached_property
    def entrants(self) -> list[Entrant]:
        """The entrants, in the plan's order."""
        with self.open() as store:
            return store.entrants()

    @cached_property
    def rejected(self) -> list[Rejection]:
        """The submissions that could not be entered."""
        with self.open() as store:
            return rejected_in(store)

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
    def disqualified(self) -> list[str]:
        """The minds that forfeited too many games in a row, in the plan's order."""
        return list(self._read("SELECT name FROM minds WHERE standing = 'disqualified' ORDER BY number")["name"])

    @cached_property
    def unplayed(self) -> pd.DataFrame:
        """A row for each game that is not played because a mind is disqualified: it loses, the other wins."""
        out = {self.minds.index(mind) for mind in self.disqualified}
        tasks, scores = formats.schedule(self.plan, [Opening()], self.scores, out) if out else ([], {})
        rows = [
            (task.name, *(self.minds[place] for place in task.seats), *scores[task.name])
            for task in tasks
            if task.name in scores
        ]
        columns = ["game", "first", "second", "score_first", "score_second"]
        return pd.DataFrame(rows, columns=["game", "first", "score_first"] if self.is_solo else columns)

    @cached_property
    def overspent(self) -> pd.DataFrame:
        """The minds that reported more nodes for a move than their budget, each with its largest number."""
        return self._read(OVERSPENT, self.plan.nodes or MAX_NODES)

    @cached_property
    def overtimed(self) -> pd.DataFrame:
        """The minds whose moves take longer on average than one may, each with that average: they live on the grace."""
        return self._read(OVERTIMED, self.plan.movetime or inf)

    @cached_property
    def slow_starts(self) -> pd.DataFrame:
        """The minds that took much of their time to get ready, each with its longest time."""
        return self._read(SLOW_STARTS, MUCH * self.plan.init)

    @cached_property
    def ratings(self) -> Ratings:
        """The ratings fitted to all games; identical games count as one, and disqualified minds rank last."""
        games = self.games[self.games["second"].notna()]
        same = games.groupby(["first", "second", "moves_hash"])["pair"].transform("first")
        rows = zip(games["first"], games["second"], games["score_first"], same, strict=True)
        found = fit(list(rows), paired_by_results=formats.find(self.plan.format).places is not None)
        return replace(found, last=frozenset(self.disqualified))

    @cached_property
    def standings(self) -> pd.DataFrame:
        """A row for each mind, the best first."""
        return standings.standings(self)

    @cached_property
    def prominent(self) -> list[str]:
        """The minds that crosstables and pictures show, the best first: all or, of very many, those with most games."""
        table = self.standings
        most = table.nlargest(MOST_SHOWN, "games") if len(table) > MOST_SHOWN else table
        return [str(mind) for mind in most.sort_index()["mind"]]

    @cached_property
    def crosstable(self) -> pd.DataFrame:
        """The row's mean score against the column, in per cent."""
        both = standings.sides(self.games)
        table = both.pivot_table(index="mind", columns="opponent", values="score", aggfunc="mean") * 100
        order = list(self.standings["mind"])
        return table.reindex(index=order, columns=order)


def load(folder: "str | Path", read_only: bool = False, examine: Examination = "games") -> Results:
    """Return the tables of the tournament in a folder."""
    results = Results(Path(folder), read_only, examine)
    with results.open():
        return results
