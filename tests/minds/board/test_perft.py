"""Perft: the move generator counts as many lines of play as Stockfish and the literature."""

import pytest

from minds import Position
from tests.conftest import DATA, ROOT, Counted, read_counts

SHARED = ROOT.parent / "shared" / "data" / "perft" / "perftsuite.epd"


MANY = 200_000_000


def check(position: Counted, deepest: int, most: int = MANY) -> None:
    board = Position.composed(position.fen)
    counts = {depth: count for depth, count in position.counts.items() if depth <= deepest and count <= most}
    assert {depth: board.perft(depth) for depth in counts} == counts


@pytest.mark.parametrize("position", read_counts(DATA / "standard.epd"), ids=lambda position: position.name)
def test_standard_positions(position: Counted) -> None:
    """The six standard positions have the published counts, to depth 5 at least and the start to 6."""
    check(position, 7)


@pytest.mark.drill
@pytest.mark.parametrize("position", read_counts(DATA / "standard.epd"), ids=lambda position: position.name)
def test_standard_positions_to_their_end(position: Counted) -> None:
    """The six standard positions have the published counts up to billions."""
    check(position, 7, most=10**11)


@pytest.mark.parametrize("position", read_counts(DATA / "tricky.epd"), ids=lambda position: position.name)
def test_tricky_positions(position: Counted) -> None:
    """Each position that tries one rule has the count of Stockfish."""
    check(position, 6)


@pytest.mark.skipif(not SHARED.exists(), reason="the suite is not part of the repository; ours stands alone")
def test_the_classic_suite() -> None:
    """All 126 positions of the classic suite have their counts to depth 5."""
    suite = read_counts(SHARED)
    assert len(suite) == 126
    for position in suite:
        check(position, 5)


@pytest.mark.drill
@pytest.mark.skipif(not SHARED.exists(), reason="the suite is not part of the repository; ours stands alone")
def test_the_classic_suite_to_its_end() -> None:
    """All 126 positions of the classic suite have their counts to depth 6."""
    for position in read_counts(SHARED):
        check(position, 6, most=10**11)


def test_composed_positions_need_not_arise() -> None:
    """A king in check from both sides can be counted on from, though no game begins there; not with three checks."""
    fen = "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1"
    assert [Position.composed(fen).perft(depth) for depth in (1, 2)] == [6, 106]
    with pytest.raises(ValueError, match="no two checks along one line"):
        Position(fen)
    with pytest.raises(ValueError, match="at most two pieces giving check"):
        Position.composed("4k3/8/3N4/7B/4R3/8/8/4K3 b - - 0 1")


def test_no_move_is_one_line() -> None:
    """At depth 0 there is one line, the empty one, even without legal moves."""
    assert Position().perft(0) == 1
    assert Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").perft(0) == 1
    assert Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").perft(3) == 0


@pytest.mark.parametrize("depth", [-1, 128])
def test_depth_is_bounded(depth: int) -> None:
    """A depth beyond the workspace is rejected."""
    with pytest.raises(ValueError, match="expected 0 to 127"):
        Position().perft(depth)
