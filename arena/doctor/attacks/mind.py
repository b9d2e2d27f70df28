"""The attacker as a mind: the state names the attack to try, and the action says how it went."""

import importlib
import sys
from pathlib import Path

from minds import Mind
from minds.api import State


class Attacker(Mind):
    """Tries the attack that the state names and reports if it got through."""

    name = "attacker"

    def getaction(self, state: State) -> str:
        """Return "through", "refused" or "left"; the thoughts hold the evidence or the error."""
        folder = str(Path(__file__).resolve().parent)
        if folder not in sys.path:
            sys.path.append(folder)
        runner = importlib.import_module(
            "runner"
        )  # imported by its plain name: the jail holds this folder, not the arena
        word, answer = runner.run(str(state))
        self.thoughts = {"answer": answer}
        return str(word)
