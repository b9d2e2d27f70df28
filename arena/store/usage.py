"""Resources that minds used: more than they may, behind which walls, and by which clock."""

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from arena.store.queries import Results

MAX_NODES = 2**62  # where none are set
MUCH = 0.5  # of the time to get ready
WALLS = """
SELECT DISTINCT minds.name AS mind, CASE minds.number WHEN games.first THEN walls_first ELSE walls_second END AS walls
FROM games JOIN minds ON minds.number IN (games.first, games.second)
WHERE walls <> '' ORDER BY minds.number
"""
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
CLOCKS = "SELECT clock, count(*) AS games FROM games WHERE clock <> '' GROUP BY clock ORDER BY clock"


@dataclass(frozen=True)
class Usage:
    """The resources that the minds of a tournament used, each read when it is first asked for."""

    results: "Results"

    @cached_property
    def walls(self) -> pd.DataFrame:
        """The jail of every foreign mind; no row for one that was trusted or never started."""
        return self.results.query(WALLS)

    @cached_property
    def clocks(self) -> pd.DataFrame:
        """The number of games by each clock that records name; none if time was not limited."""
        return self.results.query(CLOCKS)

    @cached_property
    def overspent(self) -> pd.DataFrame:
        """The minds that reported more nodes for a move than their budget, each with its largest number."""
        return self.results.query(OVERSPENT, self.results.plan.nodes or MAX_NODES)

    @cached_property
    def overtimed(self) -> pd.DataFrame:
        """The minds whose moves take longer on average than one may, each with that average: they live on the grace."""
        return self.results.query(OVERTIMED, self.results.plan.movetime or inf)

    @cached_property
    def slow_starts(self) -> pd.DataFrame:
        """The minds that took much of their time to get ready, each with its longest time."""
        return self.results.query(SLOW_STARTS, MUCH * self.results.plan.init)
