"""The workers: what they say they are, what they played, and whether their results differ from the others'."""

from typing import TYPE_CHECKING

from arena.crew.roll import Trouble
from arena.store.rows import worker_of
from arena.store.tables import Column, Table
from arena.store.troubles import troubles_in
from world.record import WorkerIdentity

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results

WORKERS = """
SELECT worker, count(*) AS games, sum(seconds) AS seconds, sum(ending = 'forfeit') AS forfeits
FROM games WHERE worker IS NOT NULL GROUP BY worker
"""


def read(results: "Results") -> "pd.DataFrame":
    """Return a row for each worker that has played or had troubles."""
    import pandas as pd

    with results.open() as store:
        troubles = {one.worker.name: one for one in troubles_in(store)}
    played: dict[str, tuple[WorkerIdentity, list[float]]] = {}
    for text, games, seconds, forfeits in results.query(WORKERS).itertuples(index=False):
        if (worker := worker_of(text)) is not None:
            _, before = played.get(worker.name, (worker, [0, 0.0, 0]))  # a worker may have said two speeds
            played[worker.name] = worker, [before[0] + games, before[1] + seconds, before[2] + forfeits]
    idle = {name: (one.worker, [0, 0.0, 0]) for name, one in troubles.items() if name not in played}
    rows = [_row(worker, own, troubles.get(name)) for name, (worker, own) in (played | idle).items()]
    table = pd.DataFrame(rows, columns=[column.name for column in TABLE.columns if column.name != "p_value"])
    table = table.assign(p_value=table["worker"].map(results.comparison.p_values).astype(float))
    return table.sort_values(["machine", "process"], ignore_index=True)


def _row(worker: WorkerIdentity, played: list[float], trouble: Trouble | None) -> tuple[object, ...]:
    found = trouble or Trouble(worker)
    speed = worker.speed or float("nan")
    own = (worker.name, worker.machine, worker.process, worker.cores, speed, worker.walls)
    games, seconds, forfeits = played
    mean = seconds / games if games else float("nan")
    return (*own, games, mean, forfeits, found.refused, found.failed, found.rejected)


TABLE = Table(
    "worker, by machine; an arena that plays on its own machine is one worker",
    95,
    (
        Column("worker", "str", "its name: the machine's, and the number of the process if it is a crew's"),
        Column("machine", "str", "name of its machine"),
        Column("process", "int64", "number of its process, 0 for all processes of an arena on its own machine"),
        Column("cores", "int64", "cores of its machine that it may use"),
        Column("speed", "float64", "speed of its machine: perft on one core", "million nodes/s", "it was not measured"),
        Column("walls", "str", "layers of the jail that it has for strangers, empty if it has none"),
        Column("games", "int64", "games that it has played"),
        Column(
            "seconds_a_game", "float64", "mean time of a game by the wall, for all moves", "s", "it has played none"
        ),
        Column("forfeits", "int64", "games that a mind forfeited there"),
        Column("refusals", "int64", "batches of games that it refused, as for another version or a missing jail"),
        Column("failed", "int64", "games that it could not play to an end, and others played"),
        Column("rejected", "int64", "records of it that could not be right, whose games were played again"),
        Column(
            "p_value",
            "float64",
            "probability that chance makes any worker differ so much from the others in forfeits or scores",
            "0 to 1",
            "it has played too few games, or alone",
        ),
    ),
    read,
    "workers.csv",
    min_rows=2,
)
