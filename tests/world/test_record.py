"""Records are written to a line of JSON and read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from world.api import Ending, Fault
from world.budget import Budget
from world.errors import RecordError
from world.record import Ply, Record, WorkerIdentity, read_record

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
    Ply,
    st.integers(0, 1),
    st.text(),
    seconds,
    seconds,
    st.none() | seconds,
    st.none() | st.dictionaries(st.text(), json_values),
)
faults = st.builds(Fault, st.sampled_from(["illegal", "crash", "time"]), st.text(), st.integers(0, 1), log=st.text())
limits = st.none() | st.integers(1, 50)
budgets = st.builds(Budget, limits, limits, st.none() | st.floats(0.1, 9))
names = st.text().filter(str.isprintable)
hosts = st.sampled_from(["", "node7", "Zwölf"])
workers = st.builds(WorkerIdentity, hosts, st.integers(0, 2**22), st.integers(0, 999), seconds, hosts)
records = st.builds(
    Record,
    world=st.text(),
    version=st.integers(1, 9),
    start=st.text(),
    minds=st.tuples(names, names),
    plies=st.lists(plies, max_size=4).map(tuple),
    ending=st.builds(Ending, st.text(), st.tuples(st.floats(0, 1), st.floats(0, 1)), st.none() | faults),
    seed=st.integers(0, 2**62),
    budgets=st.tuples(budgets, budgets),
    late=st.lists(faults, max_size=2).map(tuple),
    clock=st.text(),
    date=st.just("") | st.dates().map(lambda day: f"{day:%Y.%m.%d}".zfill(10)),
    event=names,
    worker=st.none() | workers,
)


@given(records)
def test_a_record_comes_back(record: Record) -> None:
    """A record is written as one line and read back the same."""
    line = record.to_json()
    assert "\n" not in line
    assert read_record(line) == record


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_other_text_raises_record_error(line: bytes | str) -> None:
    """Anything but a record raises a RecordError."""
    with pytest.raises(RecordError, match="is not a record of a run"):
        read_record(line)


GOOD = Record("chess", 1, "", ("a", "b"), (Ply(0, "12,28"),), Ending("checkmate", (1.0, 0.0))).to_json()
DAMAGED = [
    GOOD.replace('"seat":0', '"seat":7'),
    GOOD.replace('["a","b"]', '["a"]'),
    GOOD.replace("[1.0,0.0]", "[1.0]"),
    GOOD.replace('"seconds":', '"left":1e308,"seconds":')
    if '"seconds":' in GOOD
    else GOOD.replace('"12,28"', '"12,28","left":1e308'),
    GOOD.replace('"12,28"', '"12,28","thoughts":{"x":' + "[" * 5000 + "]" * 5000 + "}"),
    GOOD.replace('"kind":"checkmate"', '"kind":"forfeit","fault":{"kind":"time","message":"","seat":7}'),
    GOOD[:-1] + ',"budgets":[{"nodes":-5},{}]}',
    GOOD[:-1] + ',"date":"0000.99.99"}',
    GOOD[:-1] + ',"date":"2026-01-01"}',
    GOOD[:-1] + ',"event":"a\\u0000b"}',
    GOOD.replace('"a"', '"a\\u0000"'),
    GOOD[:-1] + ',"worker":{"machine":"a\\u001b[2J"}}',
    GOOD[:-1] + ',"worker":{"walls":"' + "w" * 201 + '"}}',
    GOOD[:-1] + ',"worker":{"speed":-1}}',
]


@pytest.mark.parametrize("line", ["[" * 100_000, '{"world":1}', '{"world":"chess"}', *DAMAGED])
def test_damaged_records_are_refused(line: str) -> None:
    """A damaged record raises a RecordError, also if it is deeply nested."""
    with pytest.raises(RecordError):
        read_record(line)
