"""The entrants: who plays, with which files, and in which jail."""

from typing import TYPE_CHECKING

from arena.store.tables import Column, Table

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results


def read(results: "Results") -> "pd.DataFrame":
    """Return a row for each entrant."""
    import pandas as pd

    jails = results.usage.walls.groupby("mind")["walls"].agg("; ".join)
    return pd.DataFrame(
        [(one.name, one.spec, one.author, one.version, one.standing, jails.get(one.name)) for one in results.roster],
        columns=["mind", "spec", "author", "version", "standing", "jail"],
    )


TABLE = Table(
    "entrant, in the order of the plan",
    10,
    (
        Column("mind", "str", "name in this tournament"),
        Column("spec", "str", "mind as it was named when it entered, such as `alphabeta:depth=4` or a path"),
        Column("author", "str", "author, empty if none is known"),
        Column("version", "str", "digest of everything that decides how it plays, empty for a remote mind"),
        Column("standing", "str", "`playing`, `withdrawn` or `disqualified`"),
        Column("jail", "str", "layers of its jail, `none` and a reason if it was trusted", missing="it had no jail"),
    ),
    read,
)
