"""In a game with a time limit, both sides pay by the same kind of clock."""

from pathlib import Path

import pytest

from arena.tournament.play import play_game
from world.api import Budget
from world.budget import ClockKind
from world.record import Record

MIND = """from minds import Mind


class Sleeper(Mind):
    name = "sleeper"

    def getaction(self, state):
        import time

        time.sleep(0.02)
        return state.actions[0]
"""
BUDGET = Budget(bank=10.0, increment=0.1)


@pytest.fixture
def sleeper(tmp_path: Path) -> str:
    """A mind that sleeps at every move, which costs it wall time alone."""
    path = tmp_path / "sleeper.py"
    path.write_text(MIND, encoding="utf-8")
    return str(path)


def check_clocks(record: Record, kind: ClockKind) -> None:
    """Check that every ply took its price, by one kind of clock, off the bank of its seat."""
    left = [10.0, 10.0]
    for ply in record.plies:
        price = ply.seconds if kind == "wall" else ply.cpu
        left[ply.seat] += 0.1 - price
        assert ply.left == pytest.approx(left[ply.seat], abs=1e-4)
        left[ply.seat] = ply.left or 0.0


@pytest.mark.parametrize("kind", ["processor", "wall"])
def test_both_sides_pay_by_the_plans_clock(sleeper: str, kind: ClockKind) -> None:
    """A jailed mind and one of the house pay by the clock that was chosen."""
    record = play_game("tictactoe", [sleeper, "minimax"], budgets=[BUDGET], clock=kind)
    assert record.clock == kind
    assert record.ending.fault is None
    check_clocks(record, kind)


def test_both_sides_pay_by_the_wall_if_one_is_trusted(sleeper: str) -> None:
    """A trusted mind may start processes, so that its game goes by the wall for both, and the record says why."""
    record = play_game("tictactoe", [sleeper, "minimax"], budgets=[BUDGET], trusted=True)
    assert record.clock == "wall: sleeper is trusted"
    check_clocks(record, "wall")


def test_a_trusted_minds_opponent_pays_by_the_processor_elsewhere(sleeper: str) -> None:
    """The clock belongs to a game: a process that is kept for the next game goes by that game's clock."""
    from arena.tournament.play import cells, play_in
    from world.registry import new_world

    with cells([sleeper], trusted=True) as (trusted,), cells(["minimax", "minimax"]) as (one, other):
        first = play_in(new_world("tictactoe"), [trusted, one], budgets=[BUDGET])
        second = play_in(new_world("tictactoe"), [other, one], budgets=[BUDGET])
    check_clocks(first, "wall")
    assert second.clock == "processor"
    check_clocks(second, "processor")


def test_a_game_without_a_time_limit_names_no_clock(sleeper: str) -> None:
    """Without a time limit nothing of the clock is recorded."""
    record = play_game("tictactoe", [sleeper, "minimax"], trusted=True)
    assert "clock" not in record.to_json()
