"""The attacks through other minds get through where the bounds on asked minds are missing."""

import pytest

from arena.cell import cell, consult
from arena.cell.order import DEFAULT_JAIL
from arena.doctor.bait import Bait
from arena.doctor.catalogue import attacks
from arena.doctor.outcomes import try_all

ASKERS = ("mind", "program")  # an engine cannot ask


@pytest.mark.parametrize("bounded", [True, False])
def test_attacks_through_asked_minds_need_missing_bounds(bounded: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every such attack is refused, and gets through without bounds on parameters, on memory and on their number."""
    if not bounded:
        monkeypatch.setattr(consult, "refusal", lambda spec: None)
        monkeypatch.setattr(consult, "MAX_MINDS", 10)
        monkeypatch.setattr(cell, "share", lambda limit, held: limit)
    chosen = [attack for attack in attacks() if attack.name.startswith("asking.")]
    with Bait() as bait:
        outcomes = list(try_all(bait, chosen, DEFAULT_JAIL, names=ASKERS))
    assert len(outcomes) == len(ASKERS) * len(chosen) > 6
    assert [one for one in outcomes if one.got_through == bounded or not one.tried] == []
