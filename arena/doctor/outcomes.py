"""The outcomes of the attacks: each is tried inside the jail, and the bait is inspected for damage."""

import json
import re
import shlex
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from arena.cell.cell import Cell
from arena.cell.order import Jail
from arena.doctor.bait import ATTACKS, Bait
from arena.doctor.catalogue import Attack
from world.api import Budget, Ending, MindFailure, Run, State

ATTACKERS = {
    "mind": str(ATTACKS / "mind.py"),
    "program": f"cmd:{shlex.quote(sys.executable)} -I -S {shlex.quote(str(ATTACKS / 'program.py'))}",
}
TIME = Budget(movetime=5.0)
UNTRIED = re.compile(
    "ModuleNotFoundError|ImportError|crash: (exit|cannot)|time: |$"
)  # the attacker failed before the jail could refuse anything
LEFT = "left"
SUCCEEDED = ("through", "forged")


@dataclass(frozen=True)
class Outcome:
    """The outcome of one attack by one attacker."""

    attack: str
    description: str
    attacker: str  # "mind" or "program"
    answer: str  # the jail's answer as the attacker reports it, or the damage
    got_through: bool
    layers: str  # of the jail, e.g. "limits landlock:4 seccomp"
    tried: bool = True  # False if the attacker failed before it could be refused


def try_all(bait: Bait, attacks: Iterable[Attack], walls: Jail, trusted: bool = False) -> Iterator[Outcome]:
    """Yield the outcome of every attack by every attacker, each in a new process."""
    walls = msgspec.structs.replace(walls, readable=(str(ATTACKS),))
    for attack in attacks:
        for attacker, spec in ATTACKERS.items():
            cell = Cell(spec, jail=walls, trusted=trusted)
            try:
                word, answer = _attack(cell, bait, attack)
            finally:
                cell.close()
            damage = bait.damage()
            got_through = word in SUCCEEDED or bool(damage)
            found = "; ".join(damage) or answer
            tried = not UNTRIED.match(found)
            yield Outcome(attack.name, attack.description, attacker, found, got_through, cell.layers, tried)


def _attack(cell: Cell, bait: Bait, attack: Attack) -> tuple[str, str]:
    """Return the attacker's last word, and the first answer that says why."""
    word, answers = "refused", []
    for visit in range(1, attack.visits + 1):
        order = {"attack": attack.name, "visit": visit, "bait": bait.locations()}
        try:
            cell.newrun(Run("chess", 0, budget=TIME))
            reply = cell.getaction(State(json.dumps(order), "chess", budget=TIME))
            word = reply.action
            answers.append(str((reply.thoughts or {}).get("answer", "")))
            cell.endrun(Ending("tried", (0.0, 1.0)))
        except MindFailure as failure:
            word = "refused"
            answers.append(f"{failure.fault.kind}: {failure.fault.message}")
    return word, answers[-1] if word in SUCCEEDED or answers[0] == LEFT else answers[0]
