"""`arena doctor`: the attacks from inside the jail, for different users and jails."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.doctor.attackers import ATTACKERS
from arena.doctor.catalogue import attacks
from tests.conftest import ROOT

NOBODY = 65534


def doctor(*options: str, before: tuple[str, ...] = ()) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the findings."""
    command = [*before, sys.executable, "-P", "-m", "arena", "doctor", "--json", *options]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "HOME": "/nonexistent" if before else os.environ["HOME"]}
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


def closed_to_others(path: Path) -> Path | None:
    """Return the topmost folder above a path that only its owner may enter."""
    return next((folder for folder in reversed(path.parents) if not folder.stat().st_mode & 0o001), None)


def as_nobody() -> tuple[str, ...]:
    """Return the words before a command that run it as an unprivileged user, even if Python is in a folder of root's.

    In new mounts, open folders that contain only the path to Python replace the closed ones.
    """
    steps = []
    for number, needed in enumerate((Path(sys.base_prefix), ROOT, Path(sys.prefix))):
        if closed := closed_to_others(needed):
            held, way, there = f"/tmp/mind-arena-way-{number}", shlex.quote(str(closed)), shlex.quote(str(needed))
            steps.append(f"mkdir -p {held} && mount --bind {there} {held}")
            steps.append(f"mount -t tmpfs -o mode=755 tmpfs {way} && mkdir -p {there} && mount --bind {held} {there}")
    steps.append(f'exec setpriv --reuid={NOBODY} --regid={NOBODY} --clear-groups --inh-caps=-all "$@"')
    return ("unshare", "--mount", "sh", "-c", " && ".join(steps), "sh")


@pytest.mark.drill
@pytest.mark.parametrize("version", [1, 3, 99])
@pytest.mark.parametrize("options", [(), ("--no-namespaces",)], ids=["namespaces", "no namespaces"])
@pytest.mark.parametrize("user", ["ourselves", "nobody"])
def test_every_user_behind_every_wall(user: str, options: tuple[str, ...], version: int) -> None:
    """No attack gets through as root or nobody, with or without namespaces, with Landlock 1, 3 or the newest."""
    if user == "nobody" and os.getuid() != 0:
        pytest.fail("only root can become somebody else: run this drill as root")
    before = as_nobody() if user == "nobody" else ()
    code, found = doctor("--landlock", str(version), *options, before=before)
    wall = "" if options else namespaces()
    assert_holds(found, f"{wall}limits landlock:{min(version, newest())} seccomp")
    assert code == 0, [one for one in found["findings"] if not one["ok"]]
