"""The faults that lost games, by cause: of all minds, or of one."""

from msgspec import Struct

from arena.web.results.tournament import Tournament

MAX_LINES = 100
FAULTS = """
SELECT name, kind, cause, games, last FROM (
    SELECT CASE seat WHEN 0 THEN first ELSE second END AS mind, kind, cause, count(*) AS games, max(games.name) AS last
    FROM games JOIN incidents ON game = games.number
    WHERE ? IN (0, CASE seat WHEN 0 THEN first ELSE second END) GROUP BY mind, kind, alike
) JOIN minds ON minds.number = mind ORDER BY games DESC, name LIMIT ?
"""


class FaultLine(Struct, frozen=True):
    """Games that a mind forfeited in one way, and the last of them."""

    mind: str
    fault: str
    cause: str  # the message of the last of them and, of a crash, the line of code
    games: int
    last: str


def faults(tournament: Tournament, mind: int = 0) -> tuple[FaultLine, ...]:
    """Return the most frequent faults, of the mind of a number or of all."""
    return tuple(FaultLine(*row) for row in tournament.index.rows(FAULTS, (mind, MAX_LINES)))
