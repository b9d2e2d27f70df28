"""Several threads with one table are as right as one, within the same budget, and end with the search."""

import threading

import pytest

from minds import Position
from minds.builtin.pst_engine import PstEngine
from minds.engine.engine import Engine
from minds.errors import ParameterError
from tests.minds.conftest import middlegames
from world.api import Budget


def test_threads_find_what_one_finds() -> None:
    """Several threads find a mate, and every move they choose is legal."""
    engine = Engine(mebibytes=4, threads=3)
    line, thoughts = engine.find(Position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), Budget(nodes=600_000))
    assert (line.moves[0].uci, thoughts["mate"]) == ("a1a6", 2)
    for position in middlegames(20):
        line, _ = engine.find(position, Budget(nodes=6000))
        assert position.parse(line.moves[0].action)


def test_helpers_end_with_the_search() -> None:
    """Every helper thread has searched, and has ended when the answer is there."""
    before = threading.active_count()
    engine = Engine(mebibytes=4, threads=4)
    _, thoughts = engine.find(Position(), Budget(nodes=1_000_000))
    assert threading.active_count() == before
    assert thoughts["nodes"] > 0
    assert all(engine.helpers.searchers[number]["nodes"][0] > 0 for number in range(3))


def test_nodes_are_shared_out() -> None:
    """All threads together stay within the node budget."""
    engine = Engine(mebibytes=4, threads=2)
    for position in middlegames(10):
        assert engine.find(position, Budget(nodes=5000))[1]["nodes"] <= 5000


@pytest.mark.parametrize(
    ("name", "value"), [("hash", 0), ("hash", 5000), ("threads", 0), ("threads", 65), ("depth", 0)]
)
def test_parameters_make_sense(name: str, value: int) -> None:
    """Parameters out of range are rejected with the range."""
    with pytest.raises(ParameterError, match=f"{name}={value}; expected 1 to"):
        PstEngine(**{name: value})
