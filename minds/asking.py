"""Asking another mind in the same process, as in notebooks and tests, where no arena can be asked."""

from minds.errors import AskError, SpecError, quoted
from world.api import Ending, MindFailure, Player, Reply, Run, State
from world.wire import MAX_ASK_DEPTH


class AskedMinds:
    """The built-in and installed minds that one mind asks during a run."""

    def __init__(self, depth: int = 0) -> None:
        self.run, self.depth = Run("", 0), depth
        self.players: dict[str, Player] = {}

    def newrun(self, run: Run) -> None:
        """Begin a run in which no mind has been asked yet."""
        self.run, self.players = run, {}

    def endrun(self, ending: Ending) -> None:
        """End the run of all minds that were asked."""
        for player in self.players.values():
            player.endrun(ending)

    def ask(self, spec: str, state: State) -> Reply:
        """Return the answer of the mind that a spec names; AskError if it cannot be asked or fails."""
        try:
            return self._player(spec).getaction(state)
        except (SpecError, MindFailure) as problem:
            raise AskError(f"{quoted(spec)} cannot be asked: {problem}") from None

    def _player(self, spec: str) -> Player:
        from minds.player import MindPlayer
        from minds.registry import load, read_spec

        if spec in self.players:
            return self.players[spec]
        if self.depth >= MAX_ASK_DEPTH:
            raise AskError(f"{quoted(spec)} cannot be asked; questions nest at most {MAX_ASK_DEPTH} deep")
        if read_spec(spec).kind not in ("builtin", "installed"):
            raise AskError(f"{quoted(spec)} cannot be asked; expected a built-in or an installed mind")
        self.players[spec] = MindPlayer(load(spec), depth=self.depth + 1)
        self.players[spec].newrun(self.run)
        return self.players[spec]
