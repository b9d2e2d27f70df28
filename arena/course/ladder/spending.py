"""The seconds that games have cost each of their minds: the processor's, and those in which it let a worker wait."""

from collections import defaultdict

from arena.store.store import Store
from world.record import Record

MOVES = """
SELECT CASE moves.seat WHEN 0 THEN games.first ELSE games.second END AS mind, SUM(MAX(moves.seconds, moves.cpu))
FROM moves JOIN games ON games.number = moves.game GROUP BY mind
"""
BEGINNINGS = "SELECT first, SUM(init_first), second, SUM(init_second) FROM games GROUP BY first, second"
FAULTS = """
SELECT CASE incidents.seat WHEN 0 THEN games.first ELSE games.second END AS mind, SUM(incidents.seconds)
FROM incidents JOIN games ON games.number = incidents.game GROUP BY mind
"""


def spent_in(record: Record, seat: int) -> float:
    """Return what a game has cost the mind on a seat."""
    moves = sum(max(ply.seconds, ply.cpu) for ply in record.plies if ply.seat == seat)
    faults = [fault for fault in (record.ending.fault, *record.late) if fault is not None]
    waits = sum(fault.seconds for fault in faults if fault.seat == seat)
    return moves + waits + (record.init[seat] if record.init else 0.0)


def spent_by(store: Store) -> dict[int, float]:
    """Return what all games of a store have cost, by the minds' places."""
    found: dict[int, float] = defaultdict(float)
    for query in (MOVES, FAULTS):
        for mind, seconds in store.db.execute(query):
            found[mind - 1] += seconds or 0.0
    for first, one, second, other in store.db.execute(BEGINNINGS):
        found[first - 1] += one or 0.0
        found[second - 1] += other or 0.0
    return dict(found)
