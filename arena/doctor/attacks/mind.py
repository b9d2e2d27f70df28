"""A mind that attacks: what it shall try comes as its state, what became of it goes back as its action."""

import importlib
import sys
from pathlib import Path

from minds import Mind
from minds.api import State


class Attacker(Mind):
    """Tries what it is asked to, and tells whether it got through."""

    name = "attacker"

    def getaction(self, state: State) -> str:
        """Either "through", "refused", or "left"; the evidence or the error is in its thoughts."""
        folder = str(Path(__file__).resolve().parent)
        if folder not in sys.path:
            sys.path.append(folder)
        runner = importlib.import_module("runner")  # a neighbour in this folder: in the jail there is no arena
        word, answer = runner.run(str(state))
        self.thoughts = {"answer": answer}
        return str(word)
