"""The engine with a network: reproducible, on any number of threads, and with the network that its mind names."""

from pathlib import Path

import pytest

from minds import Position
from minds.builtin.prodigy import Prodigy
from minds.engine.engine import Engine
from minds.errors import ParameterError
from minds.evaluation.learned.evaluator import NetworkEvaluator
from minds.evaluation.learned.net_file import write_network
from minds.evaluation.learned.network import zero_network
from minds.evaluation.learned.own_net import HOUSE_FILE, own_network
from tests.minds.board.test_compiled import python
from tests.minds.conftest import middlegames
from tests.minds.evaluation.learned.networks import random_network
from world.api import Budget

NETWORK = own_network("")


def new_engine(threads: int = 1) -> Engine:
    return Engine(mebibytes=4, threads=threads, evaluator=NetworkEvaluator(NETWORK))


def test_the_same_nodes_give_the_same_thoughts() -> None:
    """Two engines report the same, one of which has searched something else before it forgot."""
    first, second = new_engine(), new_engine()
    for position in middlegames(10, seed=7):
        second.find(position, Budget(nodes=3000))
    second.forget()
    for position in middlegames(30):
        assert first.find(position, Budget(nodes=5000)) == second.find(position, Budget(nodes=5000))


def test_zeros_search_as_the_tables_do() -> None:
    """A residual network of zeros gives the same nodes and lines as the piece-square tables alone."""
    tables, zeros = Engine(mebibytes=4), Engine(mebibytes=4, evaluator=NetworkEvaluator(zero_network(64)))
    for position in middlegames(20):
        assert tables.find(position, Budget(nodes=5000)) == zeros.find(position, Budget(nodes=5000))


def test_the_network_changes_what_is_found() -> None:
    """With the house's network, and with a random one, the nodes to a depth are others."""
    engines = Engine(), new_engine(), Engine(evaluator=NetworkEvaluator(random_network(32)))
    assert len({engine.find(Position(), Budget(depth=8))[1]["nodes"] for engine in engines}) == 3


def test_threads_share_a_network() -> None:
    """Several threads find a mate, within their nodes, and every move they choose is legal."""
    engine = new_engine(threads=3)
    line, thoughts = engine.find(Position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), Budget(nodes=600_000))
    assert (line.moves[0].uci, thoughts["mate"]) == ("a1a6", 2)
    for position in middlegames(20):
        line, thoughts = engine.find(position, Budget(nodes=6000))
        assert position.parse(line.moves[0].action)
        assert thoughts["nodes"] <= 6000


def test_a_mind_may_have_another_network(tmp_path: Path) -> None:
    """`net` names a file or the house's own network; a file that is none is refused at once, by its name."""
    network = random_network(32)
    write_network(network, tmp_path / "my.net")
    named = {"": NETWORK, "house": NETWORK, str(tmp_path / "my.net"): network}
    for net, expected in named.items():
        mind = Prodigy(net=net)
        mind.newrun()
        assert mind.engine is not None
        evaluator = mind.engine.evaluator
        assert isinstance(evaluator, NetworkEvaluator)
        assert (evaluator.network.features == expected.features).all()
    (tmp_path / "no.net").write_bytes(b"nothing")
    with pytest.raises(ParameterError, match=r"net=.*no\.net.*expected a network, or net=house"):
        Prodigy(net=str(tmp_path / "no.net"))


def test_the_houses_network_says_where_it_comes_from() -> None:
    """The committed file is at most 500 KB, and its origin says how it was made and what it was worth."""
    assert HOUSE_FILE.stat().st_size <= 500_000
    origin = NETWORK.origin
    assert all((origin.data, origin.command, origin.commit, origin.strength))


def test_interpreted_it_thinks_alike() -> None:
    """With NUMBA_DISABLE_JIT=1 the search with a network finds the same, with the same nodes."""
    code = """
from minds import Position
from tests.minds.engine.test_prodigy import new_engine
from world.api import Budget
print(new_engine().find(Position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"), Budget(depth=3)))
"""
    interpreted, compiled = python(code, NUMBA_DISABLE_JIT="1"), python(code)
    report, errors = interpreted.communicate(timeout=120)
    assert (report.count("Line("), errors) == (1, "")
    assert compiled.communicate(timeout=120)[0] == report
