"""Random captures, else random legal moves."""

from minds import Mind, State
from minds.api import Answer


class CapturePriorityRandomLegalMove(Mind):
    """Plays a random capture in chess if there is one, else a random legal move."""

    name = "capture-priority-random-legal-move"
    needs = "position"

    def getaction(self, state: State) -> Answer:
        captures = state.position.legal_captures()
        return self.rng.choice(captures or state.position.legal_moves())
