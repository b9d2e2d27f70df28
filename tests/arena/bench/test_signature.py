"""The signature: what the engine looks at is what it looked at yesterday, or a commit says that it has changed."""

import json
from pathlib import Path

import pytest

from arena.bench.signature import DEPTH, Signature, measure, positions
from arena.errors import BenchError
from minds import Position
from tests.arena.cell.test_jail import mind
from tests.arena.command import arena

# Of pst-engine. Whoever changes how the engine behaves writes here what `arena bench --signature` prints, and names
# the number in the commit.
SIGNATURE = 2249373


def test_the_engine_behaves_as_it_did() -> None:
    """`arena bench --signature` prints one line, and in it the number."""
    done = arena("bench", "--signature")
    assert done.stdout.startswith(f"signature {SIGNATURE} (40 positions to depth {DEPTH}, "), done.stderr
    assert done.stdout.count("\n") == 1


def test_forty_different_positions() -> None:
    """All of them with something to play, for either side."""
    fens = positions()
    assert len(set(fens)) == 40
    assert all(Position(fen).legal_moves() for fen in fens)
    assert 12 <= sum(" w " in fen for fen in fens) <= 28


def test_any_mind_that_counts_has_one() -> None:
    """The same each time, another for another mind; as JSON too."""
    told = json.loads(arena("bench", "--signature", "--json", "alphabeta:depth=2").stdout)
    again = measure("alphabeta:depth=2")
    assert (told["nodes"], told["positions"], told["spec"]) == (again.nodes, 40, "alphabeta:depth=2")
    assert measure("alphabeta:depth=1").nodes < again.nodes
    assert str(again).startswith(f"signature {again.nodes} (alphabeta:depth=2, 40 positions to depth {DEPTH}, ")


def test_who_fails_has_none(tmp_path: Path) -> None:
    """A mind that fails, or says nothing of its nodes, is told so in a line."""
    with pytest.raises(BenchError, match=r"it fails at .*ZeroDivisionError"):
        measure(mind(tmp_path, "return 1 / 0"))
    with pytest.raises(BenchError, match="it tells no nodes"):
        measure("any-random-legal-move")


def test_speed_is_told() -> None:
    """Nodes a second, and no division by a clock that stood still."""
    assert str(Signature("pst-engine", 3_000_000, 40, 9, 1.5)).endswith("1.5 s, 2.0 Mn/s)")
    assert "signature 1 " in str(Signature("pst-engine", 1, 40, 9, 0.0))
