"""A new attack is one file: dropped into a folder of attacks, it is in the catalogue and in `arena doctor`."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.cli import main
from arena.doctor import attacks as package
from arena.doctor.attackers import ATTACKERS
from arena.doctor.catalogue import Attack, attacks
from arena.errors import DropInError

DROPPED = '''"""Attacks that a contributor has just written."""

from typing import Any

from .runner import LEFT, two_games


def wish(bait: dict[str, Any]) -> str:
    """Wish the opponent bad luck"""
    return "wished"


def _helper(bait: dict[str, Any]) -> str:
    return ""


def describe(first: str, second: str) -> str:
    return first + second


@two_games
def keep(bait: dict[str, Any]) -> str:
    """Keep a wish for the next game"""
    return LEFT if bait["visit"] == 1 else "kept"
'''


@pytest.fixture
def dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An attack in a folder of its own."""
    (tmp_path / "dropped.py").write_text(DROPPED, encoding="utf-8")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    attacks.cache_clear()
    yield
    attacks.cache_clear()
    sys.modules.pop("arena.doctor.attacks.dropped", None)


@pytest.mark.usefixtures("dropped")
def test_a_new_file_is_in_the_catalogue() -> None:
    """Each public function of the file with the parameter `bait` is an attack, and no other."""
    found = [attack for attack in attacks() if attack.name.startswith("dropped.")]
    assert found == [
        Attack("dropped.wish", "Wish the opponent bad luck"),
        Attack("dropped.keep", "Keep a wish for the next game", visits=2),
    ]
    assert len(attacks()) > 45


@pytest.mark.usefixtures("dropped")
def test_the_doctor_lists_a_new_file(capsys: pytest.CaptureFixture[str]) -> None:
    """`arena doctor` has all attackers try it, and shows its description."""
    with pytest.raises(SystemExit):
        main(["doctor", "--only", "dropped.wish", "--json"])
    rows = [
        (one["attack"], one["description"], one["attacker"]) for one in json.loads(capsys.readouterr().out)["attacks"]
    ]
    assert rows == [("dropped.wish", "Wish the opponent bad luck", attacker) for attacker in ATTACKERS]


@pytest.mark.usefixtures("dropped")
def test_a_misnamed_parameter_is_an_error(tmp_path: Path) -> None:
    """A public function with one parameter of another name is reported with its file, not passed over."""
    sys.modules.pop("arena.doctor.attacks.dropped", None)
    (tmp_path / "dropped.py").write_text(DROPPED.replace("wish(bait:", "wish(target:"), encoding="utf-8")
    with pytest.raises(DropInError, match=r"attacks/dropped\.py: wish\(target\); expected wish\(bait\) for an attack"):
        attacks()
