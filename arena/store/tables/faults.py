"""The faults of the minds: those that decided a game, and those that cost none."""

from typing import TYPE_CHECKING

from arena.store.tables import Column, Table

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results

FAULTS = """
SELECT games.name AS game, CASE incidents.seat WHEN 0 THEN one.name ELSE other.name END AS mind, incidents.seat,
       incidents.call, incidents.kind AS fault, incidents.decided, incidents.message, incidents.state, incidents.reply,
       incidents.traceback, incidents.log
FROM incidents JOIN games ON games.number = incidents.game
JOIN minds AS one ON one.number = games.first LEFT JOIN minds AS other ON other.number = games.second
ORDER BY games.name, incidents.rowid
"""
MAX_FAULTS_READ = 100  # of a mind, with their texts
FAULT_TEXTS = f"""
SELECT * FROM (
    SELECT game, mind, call, fault, decided, message, traceback,
           row_number() OVER (PARTITION BY mind ORDER BY NOT decided, game) AS place
    FROM ({FAULTS})
) WHERE place <= {MAX_FAULTS_READ} ORDER BY mind, place
"""


def read(results: "Results") -> "pd.DataFrame":
    """Return a row for each fault of a mind."""
    return results.query(FAULTS)


def first_faults(results: "Results", count: int) -> "pd.DataFrame":
    """Return the first rows, without reading the others: there may be very many, with long texts."""
    return results.query(f"{FAULTS} LIMIT {count}")


def brief_faults(results: "Results") -> "pd.DataFrame":
    """Return a row for each fault, without its long texts."""
    return results.query(f"SELECT mind, fault, decided, message FROM ({FAULTS})").astype({"decided": bool})


def fault_texts(results: "Results") -> "pd.DataFrame":
    """Return the first faults of each mind with their messages and tracebacks, those that decided games first."""
    return results.query(FAULT_TEXTS)


TABLE = Table(
    "fault of a mind, in the order of the games' names",
    50,
    (
        Column("game", "str", "name of the game"),
        Column("mind", "str", "mind that committed it"),
        Column("seat", "int64", "its seat, 0 or 1"),
        Column("call", "str", "`newrun`, `getaction` or `endrun`"),
        Column("fault", "str", "kind: `illegal`, `crash`, `time`, `memory`, `protocol` or `resigned`"),
        Column("decided", "bool", "True if it lost the game; a game has at most one such fault"),
        Column("message", "str", "fault in a line"),
        Column("state", "str", "state that the mind was asked about, empty if none"),
        Column("reply", "str", "raw reply, empty if none"),
        Column("traceback", "str", "Python's traceback, empty if none"),
        Column("log", "str", "last output of the mind, empty if none"),
    ),
    read,
)
