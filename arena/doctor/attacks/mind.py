"""The attacker as a mind: the state names the attack to try, and the action says how it went."""

import importlib
import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from minds import Mind
from minds.api import State
from world.wire import Acted, write_response


class Attacker(Mind):
    """Tries the attack that the state names and reports if it got through."""

    name = "attacker"

    def getaction(self, state: State) -> str:
        """Return "through", "refused" or "left"; the thoughts hold the evidence or the error."""
        folder = str(Path(__file__).resolve().parent)
        if folder not in sys.path:
            sys.path.append(folder)
        runner = importlib.import_module("runner")  # by its plain name: the jail holds this folder, not the arena
        service = _service(sys._getframe())

        def ask(spec: str) -> str:
            return self.ask(spec, State(runner.START, "chess")).action

        def go_on(word: str, evidence: str) -> None:
            service._write(write_response(service.word, Acted(word, {"answer": evidence})))
            service.serve()
            os._exit(0)

        word, answer = runner.run(str(state), ask=ask, go_on=go_on)
        self.thoughts = {"answer": answer}
        return str(word)


def _service(frame: FrameType | None) -> Any:
    """Return the mind's end of the wire, a minds.host.Service, found among its callers."""
    while frame is not None and not hasattr(frame.f_locals.get("self"), "serve"):
        frame = frame.f_back
    return frame.f_locals["self"] if frame is not None else None
