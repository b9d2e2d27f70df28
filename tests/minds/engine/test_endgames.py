"""Won endgames are won against Stockfish's defence, within the fifty-move rule."""

import pytest

from tests.bench.endgames import ATTACKERS, GAMES, SHALLOW, SHALLOW_WINS, outcomes, positions
from tests.bench.kpk import solve

pytestmark = pytest.mark.long
WON = ("KQK", "KRK", "KPK")


def test_kpk_is_solved() -> None:
    """The solver finds as many won positions as published: 62,480 and 48,802 on half a board."""
    assert solve().sum(axis=(1, 2, 3)).tolist() == [2 * 62_480, 2 * 48_802]


@pytest.mark.parametrize("attacker", ATTACKERS)
def test_a_won_endgame_is_won(attacker: str) -> None:
    """Two positions of each endgame, one for each colour, are won."""
    endgames = WON if attacker == "pst-engine" else (*WON, "KBNK")  # bishop and knight take knowledge
    starts = (start for endgame in endgames for start in positions(endgame, 2))
    assert [one for one in outcomes(attacker, starts) if not one.converted] == []


@pytest.mark.drill
@pytest.mark.parametrize(
    ("endgame", "attacker"),
    [*((endgame, attacker) for endgame in WON for attacker in ATTACKERS), ("KBNK", "champion"), ("KBNK", "prodigy")],
)
def test_a_hundred_won_endgames_are_won(endgame: str, attacker: str) -> None:
    """A hundred positions of each endgame are won."""
    assert [one for one in outcomes(attacker, positions(endgame, GAMES)) if not one.converted] == []


@pytest.mark.parametrize("endgame", SHALLOW_WINS)
def test_plain_ideas_mate_at_depth_four(endgame: str) -> None:
    """Four plies and the idea `mating` are enough to mate a bare king."""
    assert [one for one in outcomes(SHALLOW, positions(endgame, 4)) if not one.converted] == []


@pytest.mark.drill
@pytest.mark.parametrize("endgame", SHALLOW_WINS)
def test_plain_ideas_mate_a_hundred_times(endgame: str) -> None:
    """A hundred positions of each endgame are won at depth four, two bishops included."""
    assert [one for one in outcomes(SHALLOW, positions(endgame, GAMES)) if not one.converted] == []


def test_without_the_idea_it_cannot_be_done() -> None:
    """With material alone a bare king is not mated."""
    lost = outcomes("negamax:depth=4,ideas=material", positions("KBBK", 4))
    assert [one for one in lost if not one.converted]
