"""Verdicts: the winner of a game and the reason, in words."""

import pytest

from arena.report.words import players, verdict
from world.api import Ending, Fault
from world.record import Record
from world.registry import new_world


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (Ending("checkmate", (1.0, 0.0)), "one (White) wins: checkmate"),
        (Ending("checkmate", (0.0, 1.0)), "two (Black) wins: checkmate"),
        (Ending("stalemate", (0.5, 0.5)), "A draw: stalemate"),
        (Ending("resignation", (0.0, 1.0)), "two (Black) wins: one (White) resigns"),
        (Ending("forfeit", (1.0, 0.0), Fault("crash", "", 1)), "one (White) wins: two (Black) forfeits (crash)"),
    ],
)
def test_a_game_of_two(ending: Ending, said: str) -> None:
    """The winner is named with the reason."""
    record = Record("chess", 1, "", ("one", "two"), (), ending)
    assert verdict(record, players(new_world("chess"), record.minds)) == said


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (Ending("at the goal", (0.75,)), "one (walker) scores 0.75: at the goal"),
        (Ending("forfeit", (0.0,), Fault("time", "")), "one (walker) scores 0: forfeit (time)"),
    ],
)
def test_a_run_alone(ending: Ending, said: str) -> None:
    """A mind that plays alone has a score."""
    record = Record("maze", 1, "", ("one",), (), ending)
    assert verdict(record, players(new_world("maze"), record.minds)) == said
