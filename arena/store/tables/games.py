"""The games."""

from typing import TYPE_CHECKING

from arena.store.rows import worker_of
from arena.store.tables import Column, Table

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results

SELECTED = """
games.name AS game, games.round, games.pair, one.name AS first, other.name AS second,
       one.version AS first_version, other.version AS second_version, games.opening, games.given AS opening_plies,
       games.score_first, games.score_second, games.ending, incidents.kind AS fault, incidents.seat AS fault_seat,
       games.plies, games.seconds, games.init_first, games.init_second, games.seed, games.worker,
       games.moves_hash
"""
FROM = """
FROM games JOIN minds AS one ON one.number = games.first LEFT JOIN minds AS other ON other.number = games.second
LEFT JOIN incidents ON incidents.game = games.number AND incidents.decided
"""


def read(results: "Results") -> "pd.DataFrame":
    """Return a row for each game."""
    games = results.query(f"SELECT {SELECTED} {FROM} ORDER BY games.name")
    names = {text: worker.name for text in games["worker"].dropna().unique() if (worker := worker_of(text))}
    duplicate = games.duplicated(["first", "second", "moves_hash"])
    return games.assign(worker=games["worker"].map(names), duplicate=duplicate)


ALONE, PLAYED_ON = "the world has one seat", "no fault decided it"
TABLE = Table(
    "finished game, in the order of the games' names",
    20,
    (
        Column("game", "str", "name of the game"),
        Column("round", "int64", "round, from 1"),
        Column("pair", "str", "name that the two games of an opening share, one with each seating"),
        Column("first", "str", "mind on seat 0, which moves first (in chess: White)"),
        Column("second", "str", "mind on seat 1", missing=ALONE),
        Column("first_version", "str", "version of the first mind, as in `entrants`"),
        Column("second_version", "str", "version of the second mind", missing=ALONE),
        Column("opening", "str", "name of the opening, empty if it has none"),
        Column("opening_plies", "int64", "plies of the opening, which no mind chose", "plies"),
        Column("score_first", "float64", "score of the first mind: 1 for a win, 0.5 for a draw", "0 to 1"),
        Column("score_second", "float64", "score of the second mind", "0 to 1", ALONE),
        Column("ending", "str", "reason of the end, such as `checkmate`; `forfeit` after a fault"),
        Column("fault", "str", "kind of the fault that decided the game, as in `faults`", missing=PLAYED_ON),
        Column("fault_seat", "float64", "seat that committed it, 0 or 1", missing=PLAYED_ON),
        Column("plies", "int64", "length, the opening's plies included", "plies"),
        Column("seconds", "float64", "time by the wall for all moves", "s"),
        Column("init_first", "float64", "processor time of the first mind to get ready", "s", "it was not measured"),
        Column("init_second", "float64", "processor time of the second mind to get ready", "s", "it was not measured"),
        Column("seed", "int64", "seed of everything random"),
        Column("worker", "str", "machine that played it, and the process if it is a crew's", missing="it is not known"),
        Column("moves_hash", "str", "digest of start and moves; equal for equal games"),
        Column("duplicate", "bool", "True if an earlier game has the same minds on the same seats and the same moves"),
    ),
    read,
    "games.csv",
)
