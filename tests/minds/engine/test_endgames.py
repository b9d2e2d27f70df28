"""Endgames that are won by force are won, against Stockfish's defence and before fifty moves are over."""

import pytest

from tests.bench.endgames import ATTACKERS, GAMES, outcomes, positions
from tests.bench.kpk import solve

WON = ("KQK", "KRK", "KPK")


def test_kpk_is_solved() -> None:
    """As many won positions as every table of this endgame has: 62,480 and 48,802 on half a board."""
    assert solve().sum(axis=(1, 2, 3)).tolist() == [2 * 62_480, 2 * 48_802]


@pytest.mark.parametrize("attacker", ATTACKERS)
def test_a_won_endgame_is_won(attacker: str) -> None:
    """Two of each kind, one with either colour."""
    endgames = WON if attacker == "pst-engine" else (*WON, "KBNK")  # bishop and knight take knowledge
    starts = (start for endgame in endgames for start in positions(endgame, 2))
    assert [one for one in outcomes(attacker, starts) if not one.converted] == []


@pytest.mark.drill
@pytest.mark.parametrize(
    ("endgame", "attacker"), [*((endgame, attacker) for endgame in WON for attacker in ATTACKERS), ("KBNK", "champion")]
)
def test_a_hundred_won_endgames_are_won(endgame: str, attacker: str) -> None:
    """All of them."""
    assert [one for one in outcomes(attacker, positions(endgame, GAMES)) if not one.converted] == []
