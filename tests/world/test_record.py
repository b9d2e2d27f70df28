"""Records go to a line of JSON and come back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from world.api import Ending, Fault
from world.budget import Budget
from world.errors import RecordError
from world.record import Ply, Record, read_record

seconds = st.floats(0, 1000)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
plies = st.builds(
    Ply, st.integers(0, 1), st.text(), seconds, st.none() | seconds, st.none() | st.dictionaries(st.text(), json_values)
)
faults = st.builds(Fault, st.sampled_from(["illegal", "crash", "time"]), st.text(), st.integers(0, 1), log=st.text())
budgets = st.builds(Budget, st.none() | st.integers(1, 50), st.none() | st.integers(1, 10**9), st.none() | seconds)
records = st.builds(
    Record,
    world=st.text(),
    version=st.integers(1, 9),
    start=st.text(),
    minds=st.tuples(st.text(), st.text()),
    plies=st.lists(plies, max_size=4).map(tuple),
    ending=st.builds(Ending, st.text(), st.tuples(st.floats(0, 1), st.floats(0, 1)), st.none() | faults),
    seed=st.integers(0, 2**62),
    budgets=st.tuples(budgets, budgets),
    late=st.lists(faults, max_size=2).map(tuple),
)


@given(records)
def test_a_record_comes_back(record: Record) -> None:
    """Written and read it is the same, and it is one line."""
    line = record.to_json()
    assert "\n" not in line
    assert read_record(line) == record


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_what_is_no_record_is_refused(line: bytes | str) -> None:
    """Any other bytes are a RecordError."""
    with pytest.raises(RecordError, match="is no record of a run"):
        read_record(line)


@pytest.mark.parametrize("line", ["[" * 100_000, '{"world":1}', '{"world":"chess"}'])
def test_damaged_records_are_refused(line: str) -> None:
    """Also what begins like one, or is nested without end."""
    with pytest.raises(RecordError):
        read_record(line)
