"""The time, positions and evaluations of all plies as distributions: one pass over the store, in little memory."""

import sqlite3
from collections.abc import Sequence
from itertools import islice

import numpy as np

from arena.store.distribution import Distribution

PLIES = """
SELECT CASE moves.seat WHEN 0 THEN games.first ELSE games.second END, moves.ply, moves.seconds, ifnull(moves.nodes, 0),
       ifnull(moves.score, 1e300)
FROM moves JOIN games ON games.number = moves.game WHERE moves.ply > games.given
"""
PLY = np.dtype([("mind", "i8"), ("ply", "i8"), ("seconds", "f8"), ("nodes", "f8"), ("evaluation", "f8")])
BLOCK = 50_000  # plies read at once
BIN = 10  # plies whose evaluations are taken together
MATE = 20_000  # evaluations beyond this announce mate, and would hide the others
MAX_BINS = 10**6


class Plies:
    """Distributions over the plies that minds chose themselves. A mind is named by its number in the plan, from 1."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.seconds, self.nodes, self._evaluations = Distribution(), Distribution(), Distribution()
        rows = db.execute(PLIES)
        while len(block := np.fromiter(islice(rows, BLOCK), PLY)):
            for name, spent in (("seconds", self.seconds), ("nodes", self.nodes)):
                reported = block[block[name] > 0]
                spent.add(reported["mind"], reported[name])
            scored = block[np.abs(block["evaluation"]) < MATE]
            self._evaluations.add(
                scored["mind"] * MAX_BINS + np.minimum(scored["ply"] // BIN, MAX_BINS - 1), scored["evaluation"]
            )

    def evaluations(self, mind: int, shares: Sequence[float], fewest: int) -> dict[int, list[float]]:
        """Return quantiles of a mind's evaluations by ply, in steps of ten plies, where there are at least so many."""
        groups = self._evaluations.between(mind * MAX_BINS, (mind + 1) * MAX_BINS)
        return {
            int(group) % MAX_BINS * BIN: self._evaluations.quantiles(group, shares)
            for group in groups
            if self._evaluations.count(group) >= fewest
        }
