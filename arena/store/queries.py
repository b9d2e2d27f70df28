"""A tournament's results: tidy pandas tables, and what they are made from."""

from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from arena.analyse.judgement import Judge
from arena.entrants.entrant import Entrant
from arena.entrants.submissions import Rejection
from arena.rate.pairs import Ratings, fit
from arena.store import analysis, tables
from arena.store.examination import Examination
from arena.store.plies import Plies
from arena.store.rejected import rejected_in
from arena.store.store import Store, open_store
from arena.store.tables.faults import brief_faults
from arena.store.usage import Usage
from arena.store.workers import Comparison, compare
from arena.tournament import formats
from arena.tournament.plan import Plan

if TYPE_CHECKING:
    from arena.report.pictures import Pictures


@dataclass(frozen=True)
class Results:
    """A tournament's results, each made when it is first used.

    `arena/README.md` describes the tables and their columns; `plot` draws the pictures of the report.
    """

    folder: Path
    read_only: bool = False  # open the store without touching it
    examine: Examination = "games"

    # ── Tables ───────────────────────────────────────────────────────────────────────────────

    @cached_property
    def entrants(self) -> pd.DataFrame:
        """A row for each entrant, in the plan's order."""
        return tables.read("entrants", self)

    @cached_property
    def games(self) -> pd.DataFrame:
        """A row for each game."""
        return tables.read("games", self)

    @cached_property
    def moves(self) -> pd.DataFrame:
        """A row for each ply."""
        return tables.read("moves", self)

    @cached_property
    def standings(self) -> pd.DataFrame:
        """A row for each mind, the best first."""
        return tables.read("standings", self)

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """A row for each mind and opponent, with the pentanomial counts of their pairs of games."""
        return tables.read("pairs", self)

    @cached_property
    def faults(self) -> pd.DataFrame:
        """A row for each fault of a mind, with its texts."""
        return tables.read("faults", self)

    @cached_property
    def unplayed(self) -> pd.DataFrame:
        """A row for each game that is not played because a mind is disqualified: it loses, the other wins."""
        return tables.read("unplayed", self)

    @cached_property
    def crosstable(self) -> pd.DataFrame:
        """The row's mean score against the column, from 0 to 1."""
        return tables.read("crosstable", self)

    @cached_property
    def openings(self) -> pd.DataFrame:
        """A row for each opening: whether one of the seats wins from it, whoever plays."""
        return tables.read("openings", self)

    @cached_property
    def openings_by_mind(self) -> pd.DataFrame:
        """A row for each mind and opening: where it scores more, or less, than elsewhere."""
        return tables.read("openings_by_mind", self)

    @cached_property
    def workers(self) -> pd.DataFrame:
        """A row for each worker: where games were played, how fast, and with which troubles."""
        return tables.read("workers", self)

    @cached_property
    def comparison(self) -> Comparison:
        """The comparison of all workers' results."""
        return compare(self)

    # ── Judged moves ─────────────────────────────────────────────────────────────────────────

    @cached_property
    def analysis(self) -> pd.DataFrame:
        """A row for each move that `arena analyse` has judged, with what it lost."""
        return tables.read("analysis", self)

    @cached_property
    def accuracy(self) -> pd.DataFrame:
        """A row for each mind with judged moves: average centipawn loss, accuracy, best moves, blunders."""
        return tables.read("accuracy", self)

    def accuracy_by(self, *columns: str) -> pd.DataFrame:
        """Return `accuracy` by further columns of `analysis`, such as seat, phase or opening."""
        return analysis.accuracy(self, *columns)

    @cached_property
    def judge(self) -> Judge | None:
        """The engine that judged the moves of `analysis`; None if none did."""
        with self.open() as store:
            found = analysis.judge_in(store)
        return found.judge if found is not None else None

    # ── Pictures ─────────────────────────────────────────────────────────────────────────────

    @property
    def plot(self) -> "Pictures":
        """The pictures of the report, a method for each: `plot.ratings()` returns a figure."""
        from arena.report.pictures import Pictures

        return Pictures(self)

    # ── Store ────────────────────────────────────────────────────────────────────────────────

    def open(self) -> AbstractContextManager[Store]:
        """Open the store that the tables are read from."""
        return open_store(self.folder, read_only=self.read_only, examine=self.examine)

    def query(self, query: str, *values: float) -> pd.DataFrame:
        """Return the rows of a query to the store."""
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

    @cached_property
    def roster(self) -> list[Entrant]:
        """The entrants as the store knows them, in the plan's order."""
        with self.open() as store:
            return store.entrants()

    @cached_property
    def brief_faults(self) -> pd.DataFrame:
        """The rows of `faults` without their long texts, of which there may be very many."""
        return brief_faults(self)

    @cached_property
    def rejected(self) -> list[Rejection]:
        """The submissions that could not be entered."""
        with self.open() as store:
            return rejected_in(store)

    @cached_property
    def minds(self) -> list[str]:
        """All minds, in the plan's order."""
        return list(self.query("SELECT name FROM minds ORDER BY number")["name"])

    @cached_property
    def disqualified(self) -> list[str]:
        """The minds that forfeited too many games in a row, in the plan's order."""
        return list(self.query("SELECT name FROM minds WHERE standing = 'disqualified' ORDER BY number")["name"])

    @cached_property
    def has_evaluations(self) -> bool:
        """True if any mind has reported an evaluation."""
        return bool(len(self.query("SELECT 1 FROM moves WHERE score IS NOT NULL LIMIT 1")))

    @cached_property
    def plies(self) -> Plies:
        """Time, positions and evaluations of all plies, as distributions."""
        with self.open() as store:
            return Plies(store.db)

    @cached_property
    def usage(self) -> Usage:
        """Resources that the minds used: more than they may, in which jail, by which clock."""
        return Usage(self)

    # ── Figures made from games ──────────────────────────────────────────────────────────────

    @property
    def count(self) -> int:
        """The number of games."""
        return len(self.games)

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
    def ratings(self) -> Ratings:
        """The ratings fitted to all games; identical games count as one, and disqualified minds rank last."""
        games = self.games[self.games["second"].notna()]
        same = games.groupby(["first", "second", "moves_hash"])["pair"].transform("first")
        rows = zip(games["first"], games["second"], games["score_first"], same, strict=True)
        found = fit(list(rows), paired_by_results=formats.find(self.plan.format).places is not None)
        return replace(found, last=frozenset(self.disqualified))

    @cached_property
    def prominent(self) -> list[str]:
        """The minds that crosstables and pictures show, the best first: all or, of very many, those with most games."""
        table = self.standings
        most = table.nlargest(tables.MOST_SHOWN, "games") if len(table) > tables.MOST_SHOWN else table
        return [str(mind) for mind in most.sort_index()["mind"]]


def load(folder: "str | Path", read_only: bool = False, examine: Examination = "games") -> Results:
    """Return the results of the tournament in a folder."""
    results = Results(Path(folder), read_only, examine)
    with results.open():
        return results
