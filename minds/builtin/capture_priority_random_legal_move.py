"""A little greed."""

from minds import Mind, Move, State


class CapturePriorityRandomLegalMove(Mind):
    """Takes something at random if anything can be taken, else plays any legal move at random: in chess."""

    name = "capture-priority-random-legal-move"
    needs = "position"

    def getaction(self, state: State) -> Move:
        captures = state.position.legal_captures()
        return self.rng.choice(captures or state.position.legal_moves())
