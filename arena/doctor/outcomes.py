"""The outcomes of the attacks: each is tried inside the jail, and the bait is inspected for damage."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass

import msgspec

from arena.cell.cell import Cell
from arena.cell.order import Jail
from arena.cell.process import ProcessError
from arena.doctor.attackers import ATTACKERS, TIME, Attacker, make
from arena.doctor.bait import ATTACKS, Bait
from arena.doctor.catalogue import Attack
from world.api import Ending, MindFailure, Run

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
    attacker: str  # such as "mind", "program" or "engine"
    answer: str  # the jail's answer as the attacker reports it, or the damage
    got_through: bool
    layers: str  # of the jail, e.g. "limits landlock:4 seccomp"
    tried: bool = True  # False if the attacker failed before it could be refused
    lacking: str = ""  # the only wall that would hold the attack back, if this jail lacks it


def try_all(
    bait: Bait, attacks: Iterable[Attack], walls: Jail, trusted: bool = False, names: Sequence[str] = ATTACKERS
) -> Iterator[Outcome]:
    """Yield the outcome of every attack by every attacker, each in a new process."""
    walls = msgspec.structs.replace(walls, readable=(str(ATTACKS),))
    with ExitStack() as stack:
        attackers = [stack.enter_context(closing(make(name))) for name in names]
        for attack in attacks:
            for attacker in attackers:
                with closing(Cell(attacker.spec, jail=walls, trusted=trusted)) as cell:
                    word, answer = _attack(cell, bait, attack, attacker)
                damage = bait.damage()
                lacking = attack.held_by if attack.held_by not in cell.layers.split() else ""
                got_through = (word in SUCCEEDED or bool(damage)) and not lacking
                found = "; ".join(damage) or answer
                tried = not UNTRIED.match(found)
                about = attack.name, attack.description, attacker.name
                yield Outcome(*about, found, got_through, cell.layers, tried, lacking)


def _attack(cell: Cell, bait: Bait, attack: Attack, attacker: Attacker) -> tuple[str, str]:
    """Return the attacker's last word, and the first answer that says why."""
    word, answers = "refused", []
    for visit in range(1, attack.visits + 1):
        order = {"attack": attack.name, "visit": visit, "bait": bait.locations()}
        try:
            state = attacker.state(order)
            cell.newrun(Run("chess", 0, budget=TIME, start=state.start))
            reply = cell.getaction(state)
            word, answer = attacker.outcome(reply, _log_of(cell))
            answers.append(answer)
            cell.endrun(Ending("tried", (0.0, 1.0)))
        except MindFailure as failure:
            word = "refused"
            answers.append(f"{failure.fault.kind}: {failure.fault.message}")
    return word, answers[-1] if word in SUCCEEDED or answers[0] == LEFT else answers[0]


def _log_of(cell: Cell) -> str:
    """Return all that a mind has printed before its answer; some of it may not have been read yet."""
    with suppress(ProcessError, OSError):
        if cell.process is not None:
            cell.process.drain()
    return cell.log
