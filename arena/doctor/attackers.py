"""The attackers: a mind in Python, a program that speaks the wire, and a UCI engine."""

import json
import shlex
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

from arena.doctor.attacks import engine
from arena.doctor.bait import ATTACKS
from arena.sweeper import swept_folder
from world.api import Budget, Reply, State

ATTACKERS = ("mind", "program", "engine")
WRAPPED = "engine in a wrapper"  # one more, whose script in sh uses up the start that the gate allows besides the first
TIME = Budget(movetime=5.0)
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ACTIONS = {"12,28": "through", "11,27": "refused", "10,26": "left"}  # the moves of engine.py
SCRIPT = "#!{python} -IS\nimport sys\nsys.path.append({folder!r})\nimport engine\nengine.main()\n"


class Attacker(Protocol):
    """A mind that tries attacks in its cell."""

    name: str
    spec: str

    def state(self, order: dict[str, Any]) -> State:
        """Return the state that makes it try an attack."""

    def outcome(self, reply: Reply, log: str) -> tuple[str, str]:
        """Return "through", "refused" or "left", and the evidence or the reason."""

    def close(self) -> None:
        """Remove its files."""


class WireAttacker:
    """An attacker that reads the attack from the state's text."""

    def __init__(self, name: str, spec: str) -> None:
        self.name, self.spec = name, spec

    def state(self, order: dict[str, Any]) -> State:
        return State(json.dumps(order), "chess", budget=TIME)

    def outcome(self, reply: Reply, log: str) -> tuple[str, str]:
        return reply.action, str((reply.thoughts or {}).get("answer", ""))

    def close(self) -> None:
        pass


class EngineAttacker:
    """An attacker that speaks UCI, and so reads the attack from a file that one of its options names.

    Its process is a fresh one in each game: an engine that is kept may remember, as hash tables do.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        with ExitStack() as stack:
            folder = stack.enter_context(swept_folder("mind-arena-attacker-"))
            self.order = folder / "order.json"
            self.order.touch()
            program = _script(folder / "engine", SCRIPT.format(python=sys.executable, folder=str(ATTACKS)))
            if name == WRAPPED:
                program = _script(folder / "wrapper", f"#!/bin/sh\nexec {shlex.quote(str(program))}\n")
            self.spec = f"uci:{program}?restart=on&{engine.OPTION}={quote(str(self.order))}"
            self.close = stack.pop_all().close

    def state(self, order: dict[str, Any]) -> State:
        self.order.write_text(json.dumps(order), encoding="utf-8")
        return State(START, "chess", budget=TIME, start=START)

    def outcome(self, reply: Reply, log: str) -> tuple[str, str]:
        return ACTIONS.get(reply.action, reply.action), (log.splitlines() or [""])[-1]


def _script(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def make(name: str) -> Attacker:
    """Return the attacker of a name."""
    if name in ("engine", WRAPPED):
        return EngineAttacker(name)
    program = f"cmd:{shlex.quote(sys.executable)} -I -S {shlex.quote(str(ATTACKS / 'program.py'))}"
    return WireAttacker(name, program if name == "program" else str(ATTACKS / "mind.py"))
