"""The attacks, tried from within the jail: what each was answered, and whether an onlooker saw any harm."""

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
UNTRIED = re.compile("ModuleNotFoundError|ImportError|crash: (exit|cannot)|time: |$")  # no refusal, but a failure
LEFT = "left"
SUCCEEDED = ("through", "forged")


@dataclass(frozen=True)
class Outcome:
    """What became of an attack."""

    attack: str
    says: str
    attacker: str  # a mind in Python, or a program
    answer: str  # of the jail, as the attacker tells it
    through: bool
    walls: str
    tried: bool = True  # whether the attacker came so far as to be refused


def try_all(bait: Bait, attacks: Iterable[Attack], walls: Jail, trusted: bool = False) -> Iterator[Outcome]:
    """Try every attack by every attacker, each in a process of its own."""
    walls = msgspec.structs.replace(walls, seen=(str(ATTACKS),))
    for attack in attacks:
        for attacker, spec in ATTACKERS.items():
            cell = Cell(spec, walls=walls, trusted=trusted)
            try:
                word, answer = _attack(cell, bait, attack)
            finally:
                cell.close()
            harm = bait.harm()
            through = word in SUCCEEDED or bool(harm)
            said = "; ".join(harm) or answer
            tried = not UNTRIED.match(said)
            yield Outcome(attack.name, attack.says, attacker, said, through, cell.layers, tried)


def _attack(cell: Cell, bait: Bait, attack: Attack) -> tuple[str, str]:
    """The last word of the attacker, and the first reason that it was given."""
    word, answers = "refused", []
    for visit in range(1, attack.visits + 1):
        order = {"attack": attack.name, "visit": visit, "bait": bait.told()}
        try:
            cell.newrun(Run("chess", 0, budget=TIME))
            reply = cell.getaction(State(json.dumps(order), "chess", 0, TIME))
            word = reply.action
            answers.append(str((reply.thoughts or {}).get("answer", "")))
            cell.endrun(Ending("tried", (0.0, 1.0)))
        except MindFailure as failure:
            word = "refused"
            answers.append(f"{failure.fault.kind}: {failure.fault.message}")
    tells = answers[-1] if word in SUCCEEDED or answers[0] == LEFT else answers[0]
    return word, tells
