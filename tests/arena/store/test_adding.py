"""Games are added to a store with checksums of their rows as SQLite will give them back."""

import sqlite3
from contextlib import closing

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.store.adding import add_games
from arena.store.checksums import read_games
from arena.store.schema import migrate
from arena.tournament.schedule import Task
from world.api import Asked, Ending, Fault, Opening
from world.record import Ply, Record, WorkerIdentity

odd = st.sampled_from((-0.0, 2.0, 2.0**52, 2**53, -(2**63), 2**63 - 1, True, 0.1))
written = odd | st.floats(-1e17, 1e17) | st.integers(-(2**63), 2**63 - 1) | st.none() | st.text(max_size=5)
times = st.floats(-1e8, 1e8) | st.integers(-9, 9) | st.just(-0.0)
texts = st.text(max_size=20)
names = st.sampled_from(("depth", "nodes", "score", "pv"))
plies = st.builds(
    Ply,
    st.integers(0, 1),
    texts,
    times,
    times,
    st.none() | times,
    st.none() | st.dictionaries(names, written | st.lists(written, max_size=2)),
    st.lists(st.builds(Asked, texts, texts, times), max_size=1).map(tuple),
)
kinds = st.sampled_from(("illegal", "crash", "time"))
faults = st.builds(Fault, kinds, texts, st.integers(0, 1), state=texts, log=texts, seconds=times)
records = st.builds(
    Record,
    world=texts,
    version=st.integers(0, 9),
    start=texts,
    minds=st.just(("a", "b")),
    plies=st.lists(plies, max_size=3).flatmap(lambda some: st.integers(1, 60).map(lambda times: tuple(some * times))),
    ending=st.builds(Ending, texts, st.sampled_from(((1, 0), (0.5, 0.5), (0.0, 1.0))), st.none() | faults),
    seed=st.integers(0, 2**62),
    late=st.lists(faults, max_size=2).map(tuple),
    layers=st.just(()) | st.tuples(texts, texts),
    memories=st.just(()) | st.tuples(texts, texts),
    init=st.just(()) | st.tuples(times, times),
    worker=st.none() | st.builds(WorkerIdentity, st.just("a"), speed=st.floats(0, 9)),
)


@settings(max_examples=40)
@given(st.lists(records, min_size=1, max_size=3))
def test_checksums_are_of_the_rows_that_are_read(found: list[Record]) -> None:
    """Whatever numbers and texts a game has, its rows are whole when they are read, and games are numbered from 1."""
    tasks = [Task(f"001-002-{number:05}a", 1, (0, 1), Opening("any"), 1) for number in range(1, len(found) + 1)]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db)
        add_games(db, zip(tasks[:1], found[:1], strict=True))
        add_games(db, zip(tasks[1:], found[1:], strict=True))
        rows = list(read_games(db, "ORDER BY number"))
        assert [row.game["number"] for row in rows] == list(range(1, len(found) + 1))
        assert [len(row.moves) for row in rows] == [len(record.plies) for record in found]
        assert all(row.is_whole for row in rows)
