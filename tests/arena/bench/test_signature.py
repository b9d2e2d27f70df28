"""The signatures: no engine's behaviour has changed, or a commit says so."""

import json
from pathlib import Path

import pytest

from arena.bench.signature import DEPTH, Signature, measure, positions
from arena.errors import BenchError
from minds import Position
from tests.arena.cell.test_jail import mind
from tests.arena.command import arena

# A change of an engine's behaviour changes the number that `arena bench --signature` prints: write it here, and name it
# in the commit. Prodigy's changes with its network too.
SIGNATURES = {"pst-engine": 2249373, "champion": 2091480, "prodigy": 1886802}


def test_the_engines_behave_as_they_did() -> None:
    """`arena bench --signature` prints a line with each of these numbers."""
    done = arena("bench", "--signature")
    lines = done.stdout.splitlines()
    assert [line.partition(" positions")[0] for line in lines] == [
        f"signature {nodes} ({mind}, 40" for mind, nodes in SIGNATURES.items()
    ], done.stderr
    assert all(f" to depth {DEPTH}, " in line for line in lines)


def test_forty_different_positions() -> None:
    """The forty positions are different, have legal moves, and cover both sides to move."""
    fens = positions()
    assert len(set(fens)) == 40
    assert all(Position(fen).legal_moves() for fen in fens)
    assert 12 <= sum(" w " in fen for fen in fens) <= 28


def test_any_mind_that_counts_has_one() -> None:
    """Any mind that counts nodes has a reproducible signature of its own, as JSON too."""
    (printed,) = json.loads(arena("bench", "--signature", "--json", "alphabeta:depth=2").stdout)["signatures"]
    again = measure("alphabeta:depth=2")
    assert (printed["nodes"], printed["positions"], printed["spec"]) == (again.nodes, 40, "alphabeta:depth=2")
    assert measure("alphabeta:depth=1").nodes < again.nodes
    assert str(again).startswith(f"signature {again.nodes} (alphabeta:depth=2, 40 positions to depth {DEPTH}, ")


def test_a_mind_that_fails_has_none(tmp_path: Path) -> None:
    """A mind that fails or reports no nodes is rejected with one line."""
    with pytest.raises(BenchError, match=r"it fails at .*ZeroDivisionError"):
        measure(mind(tmp_path, "return 1 / 0"))
    with pytest.raises(BenchError, match="it reports no nodes"):
        measure("any-random-legal-move")


def test_speed_is_printed() -> None:
    """The line has nodes per second, without dividing by zero seconds."""
    assert str(Signature("pst-engine", 3_000_000, 40, 9, 1.5)).endswith("1.5 s, 2.0 Mn/s)")
    assert "signature 1 " in str(Signature("pst-engine", 1, 40, 9, 0.0))
