"""The moves of all games."""

from typing import TYPE_CHECKING

from arena.store.tables import Column, Table

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results

ROWS = """
SELECT games.name AS game, moves.ply, moves.seat, CASE moves.seat WHEN 0 THEN one.name ELSE other.name END AS mind,
       moves.action, moves.ply <= games.given AS in_opening, moves.seconds, moves.cpu, moves.remaining, moves.depth,
       moves.nodes, moves.score AS evaluation
FROM moves JOIN games ON games.number = moves.game
JOIN minds AS one ON one.number = games.first LEFT JOIN minds AS other ON other.number = games.second
"""


def read(results: "Results") -> "pd.DataFrame":
    """Return a row for each ply."""
    return results.query(f"{ROWS} ORDER BY moves.game, moves.ply")


SILENT = "the mind did not report it"
TABLE = Table(
    "ply, in the order of playing",
    30,
    (
        Column("game", "str", "name of the game"),
        Column("ply", "int64", "number of the ply in its game, from 1"),
        Column("seat", "int64", "seat that moved, 0 or 1"),
        Column("mind", "str", "mind on that seat"),
        Column("action", "str", 'move as it was played; in chess `"12,28"` is e2e4'),
        Column("in_opening", "bool", "True if the opening gave this move, and no mind chose it"),
        Column("seconds", "float64", "time by the wall for the move", "s"),
        Column("cpu", "float64", "processor time of the mind for the move, 0 if it was not measured", "s"),
        Column("remaining", "float64", "time left on its clock after the move", "s", "it had no clock"),
        Column("depth", "float64", "depth of the search", "plies", SILENT),
        Column("nodes", "float64", "positions looked at", "positions", SILENT),
        Column(
            "evaluation", "float64", "the mind's own judgement, more is better for it", "in chess pawns/100", SILENT
        ),
    ),
    read,
    "moves.csv",
)
