"""The games that are not played because a mind is disqualified."""

from typing import TYPE_CHECKING

from arena.store.tables import Column, Table
from arena.tournament import formats
from world.api import Opening

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results


def read(results: "Results") -> "pd.DataFrame":
    """Return a row for each such game: the disqualified mind loses, the other wins."""
    import pandas as pd

    minds, out = results.minds, {results.minds.index(mind) for mind in results.disqualified}
    tasks, scores = formats.schedule(results.plan, [Opening()], results.scores, out) if out else ([], {})
    rows = [
        (task.name, *(minds[place] for place in task.seats), *scores[task.name])
        for task in tasks
        if task.name in scores
    ]
    columns = ["game", "first", "second", "score_first", "score_second"]
    return pd.DataFrame(rows, columns=["game", "first", "score_first"] if results.is_solo else columns)


SEATS = "a world with two seats"
TABLE = Table(
    "game that is not played because a mind is disqualified",
    60,
    (
        Column("game", "str", "name that the game would have"),
        Column("first", "str", "mind on seat 0"),
        Column("second", "str", "mind on seat 1", only=SEATS),
        Column("score_first", "float64", "score that counts in the standings' points", "0 to 1"),
        Column("score_second", "float64", "score that counts in the standings' points", "0 to 1", only=SEATS),
    ),
    read,
)
