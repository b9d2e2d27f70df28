"""The transposition table returns what was stored, keeps the more valuable entries, and never mixes up positions."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minds import Position
from minds.board.compiled import address_of, handle_of, jit
from minds.board.keys import PIECE_KEYS
from minds.engine.engine import Engine
from minds.engine.entrypoints import entry_set_state
from minds.engine.searcher import new_searcher, searcher_at
from minds.engine.table import (
    AGES,
    CLOCK_KEYS,
    EXACT,
    bound_in,
    depth_in,
    hashfull,
    move_in,
    new_table,
    probe,
    score_in,
    store,
    table_key,
)
from world.api import Budget

MOVES = st.integers(1, (1 << 25) - 1)


@jit
def put(at: Any, key: Any, depth: int, move: int, score: int, bound: int) -> None:
    store(searcher_at(at), np.uint64(key), 3, depth, move, score, bound)


@jit
def get(at: Any, key: Any) -> tuple[int, int, int, int]:
    data = probe(searcher_at(at), np.uint64(key))
    return move_in(data), score_in(data, 3), depth_in(data), bound_in(data)


@jit
def key_at(at: Any) -> Any:
    return table_key(searcher_at(at).states[0])


class Small:
    """A searcher with a table of one bucket."""

    def __init__(self) -> None:
        self.searcher, self.table = new_searcher(), new_table(1)[:1]
        self.searcher["table"][0], self.searcher["buckets"][0] = handle_of(self.table), 1
        self.at = address_of(self.searcher)


@given(st.integers(0, 2**64 - 1), st.integers(0, 200), MOVES, st.integers(-30_000, 30_000), st.integers(1, 3))
def test_what_is_remembered_is_recalled(key: int, depth: int, move: int, score: int, bound: int) -> None:
    """Move, score, depth and bound are returned for their key, and nothing for another."""
    small = Small()
    put(small.at, np.uint64(key), depth, move, score, bound)
    assert get(small.at, np.uint64(key)) == (move, score, depth, bound)
    assert get(small.at, np.uint64(key ^ 1)) == (0, score_in(0, 3), 0, 0)


def test_two_share_a_bucket_and_the_deeper_one_stays() -> None:
    """A third entry replaces the shallower, or one of an older search though deeper."""
    small = Small()
    for key, depth in ((1, 9), (2, 3), (3, 5)):
        put(small.at, np.uint64(key), depth, 77, 0, EXACT)
    assert [get(small.at, np.uint64(key))[2] for key in (1, 2, 3)] == [9, 0, 5]
    small.searcher["age"][0] = 2
    put(small.at, np.uint64(4), 1, 77, 0, EXACT)
    put(small.at, np.uint64(5), 1, 77, 0, EXACT)
    assert [get(small.at, np.uint64(key))[2] for key in (1, 3)].count(0) >= 1


def test_a_torn_entry_is_ignored() -> None:
    """An entry half overwritten by another thread fits no key."""
    small = Small()
    put(small.at, np.uint64(123), 9, 77, 10, EXACT)
    small.table["entries"]["packed"] += 1
    assert get(small.at, np.uint64(123))[0] == 0


@pytest.mark.parametrize(("mebibytes", "bytes_"), [(1, 1 << 20), (3, 1 << 21), (16, 1 << 24)])
def test_its_size_is_what_was_asked_for(mebibytes: int, bytes_: int) -> None:
    """The table has the largest power of two that fits."""
    assert new_table(mebibytes).nbytes == bytes_


def test_how_full_it_is() -> None:
    """`hashfull` counts thousandths filled by the present search only."""
    engine = Engine(mebibytes=1)
    engine.find(Position(), Budget(nodes=300_000))
    age = int(engine.searcher["age"][0])
    assert 100 < hashfull(engine.table, age) <= 1000
    assert hashfull(engine.table, (age + 1) % AGES) == 0


def test_an_old_clock_makes_another_key_and_never_another_position() -> None:
    """The clock's keys differ from the positions' keys, so no two positions share a key."""
    assert not set(CLOCK_KEYS.tolist()) & set(PIECE_KEYS.ravel().tolist())
    keys, searcher = set(), new_searcher()
    for king in ("8/8/8/2r1B3/4kP2/1K6/8/8", "8/8/8/2r1B3/4kP2/8/1K6/8"):
        for clock in range(60, 100):
            entry_set_state(Position(f"{king} w - - {clock} 139")._address, address_of(searcher))
            keys.add(int(key_at(address_of(searcher))))
    assert len(keys) == 80
