"""`arena doctor`: the attacks from inside the jail, for different users and jails."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.doctor.attackers import ATTACKERS
from arena.doctor.catalogue import attacks
from tests.conftest import ROOT

pytestmark = pytest.mark.long


def doctor(*options: str) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the findings."""
    command = [sys.executable, "-P", "-m", "arena", "doctor", "--json", *options]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=400, check=False, cwd="/", env=environment)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


def assert_holds(found: dict[str, Any], walls: str) -> None:
    """Assert that all attackers tried every attack and none got through."""
    told = found["attacks"]
    assert {(one["attack"], one["attacker"]) for one in told} == {
        (attack.name, attacker) for attack in attacks() for attacker in ATTACKERS
    }
    assert [one for one in told if one["got_through"] or not one["tried"]] == []
    assert {one["layers"] for one in told if one["layers"]} == {walls}


def newest() -> int:
    from arena.cell.jail.landlock import abi

    return abi()


def namespaces() -> str:
    """Return the first layer of the jail, if this user may use it."""
    return "namespaces " if subprocess.run(["unshare", "-Unui", "true"], check=False).returncode == 0 else ""


def test_nothing_gets_through() -> None:
    """No attack gets through the complete jail, neither by a mind nor by a program or an engine."""
    code, found = doctor()
    assert_holds(found, f"{namespaces()}limits landlock:{newest()} seccomp")
    assert code == 0, [one for one in found["findings"] if not one["ok"]]


@pytest.mark.parametrize("topic", ["writing", "memory", "neighbours"])
def test_the_least_walls_hold_too(topic: str) -> None:
    """No attack gets through without namespaces and with the first Landlock, which does not see truncation."""
    code, found = doctor("--no-namespaces", "--landlock", "1", "--only", topic)
    assert [one for one in found["attacks"] if one["got_through"] or not one["tried"]] == []
    assert code == 0


def test_an_open_jail_is_reported(tmp_path: Path) -> None:
    """With an open jail the doctor reports the attack and exits with 1."""
    sabotage = "import arena.cell.prepare as module; prepare = module.prepare\n"
    sabotage += "module.prepare = lambda spec, limits, trusted, jail=None: prepare(spec, limits, True)\n"
    sabotage += "import arena.cell.cell as cell; cell.prepare = module.prepare\nfrom arena.cli import main; main()\n"
    options = ["doctor", "--only", "writing.overwrite"]
    done = subprocess.run(
        [sys.executable, "-c", sabotage, *options], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 1
    assert "GOT THROUGH" in done.stdout
    assert "3 of 3 attacks got through" in done.stdout
