"""The orders of an entrant's tables of scores, as a query says them: ?openings=-score."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arena.web.results.entrants import ScoreLine

TABLES = ("opponents", "openings")  # that can be sorted
COLUMNS = ("label", "score", "games")
MAX_LENGTH = 10  # letters of an order


class ScoreOrder(NamedTuple):
    """The order of a table of scores, and for each column the query that its heading links to."""

    name: str  # of the table, and of its part of the query
    sorted: str  # the column; "" for the order that it has by itself
    aria: str
    links: dict[str, dict[str, str]]

    def sort(self, lines: Sequence[ScoreLine]) -> tuple[ScoreLine, ...]:
        """Return the lines in this order."""
        if not self.sorted:
            return tuple(lines)
        column = self.sorted
        return tuple(sorted(lines, key=lambda line: getattr(line, column), reverse=self.aria == "descending"))


def read_order(query: Mapping[str, str], name: str) -> ScoreOrder:
    """Return the order of a table that the query asks for, such as ?openings=-score."""
    wanted = query.get(name, "")
    column, descending = wanted.removeprefix("-"), wanted.startswith("-")
    column = column if column in COLUMNS else ""
    others = {key: query[key][:MAX_LENGTH] for key in TABLES if key in query}
    links = {one: {**others, name: one if one == "label" else f"-{one}"} for one in COLUMNS}
    if column:
        links[column][name] = column if descending else f"-{column}"
    return ScoreOrder(name, column, "descending" if descending else "ascending", links)
