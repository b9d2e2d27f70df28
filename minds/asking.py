"""Asking another mind in the same process, where no arena stands between: in notebooks and in tests."""

from minds.errors import AskError, SpecError, quoted
from world.api import Ending, MindFailure, Player, Reply, Run, State

DEEPEST = 2  # whoever is asked may ask, and whoever is asked then may not


class Neighbours:
    """The minds of the house that one mind has asked in a run."""

    def __init__(self, depth: int = 0) -> None:
        self.run, self.depth = Run("", 0), depth
        self.hosts: dict[str, Player] = {}

    def newrun(self, run: Run) -> None:
        """Begin again, with nobody asked yet."""
        self.run, self.hosts = run, {}

    def endrun(self, ending: Ending) -> None:
        """Tell those who were asked."""
        for host in self.hosts.values():
            host.endrun(ending)

    def ask(self, spec: str, state: State) -> Reply:
        """What the mind of a spec would do."""
        from minds.player import MindPlayer
        from minds.registry import load, read_spec

        try:
            if spec not in self.hosts:
                if self.depth >= DEEPEST:
                    raise AskError(f"{quoted(spec)} cannot be asked by who was asked by {DEEPEST} others already")
                if read_spec(spec).kind not in ("builtin", "installed"):
                    raise AskError(f"{quoted(spec)} cannot be asked; expected a mind of the house, or an installed one")
                self.hosts[spec] = MindPlayer(load(spec), depth=self.depth + 1)
                self.hosts[spec].newrun(self.run)
            return self.hosts[spec].getaction(state)
        except (SpecError, MindFailure) as problem:
            raise AskError(f"{quoted(spec)} cannot be asked: {problem}") from None
