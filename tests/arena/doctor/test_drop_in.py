"""A new attack is one file: dropped into a folder of attacks, it is in the catalogue and in `arena doctor`."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.cli import main
from arena.doctor import attacks as package
from arena.doctor.catalogue import Attack, attacks

DROPPED = '''"""Attacks that a contributor has just written."""

from typing import Any


def wish(bait: dict[str, Any]) -> str:
    """Wish the opponent bad luck"""
    return "wished"


def _helper(bait: dict[str, Any]) -> str:
    return ""


def describe(text: str) -> str:
    return text
'''


@pytest.fixture
def dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An attack in a folder of its own."""
    (tmp_path / "dropped.py").write_text(DROPPED, encoding="utf-8")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    attacks.cache_clear()
    yield
    attacks.cache_clear()


@pytest.mark.usefixtures("dropped")
def test_a_new_file_is_in_the_catalogue() -> None:
    """Each public function of the file with the parameter `bait` is an attack, and no other."""
    found = [attack for attack in attacks() if attack.name.startswith("dropped.")]
    assert found == [Attack("dropped.wish", "Wish the opponent bad luck")]
    assert len(attacks()) > 45


@pytest.mark.usefixtures("dropped")
def test_the_doctor_lists_a_new_file(capsys: pytest.CaptureFixture[str]) -> None:
    """`arena doctor` has both attackers try it, and shows its description."""
    with pytest.raises(SystemExit):
        main(["doctor", "--only", "dropped", "--json"])
    rows = [
        (one["attack"], one["description"], one["attacker"]) for one in json.loads(capsys.readouterr().out)["attacks"]
    ]
    assert rows == [("dropped.wish", "Wish the opponent bad luck", attacker) for attacker in ("mind", "program")]
