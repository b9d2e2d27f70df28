"""Random legal moves."""

from minds import Mind, State
from minds.api import Answer
from minds.games import game_of


class AnyRandomLegalMove(Mind):
    """Plays a random legal move, in every world."""

    name = "any-random-legal-move"
    needs = None

    def getaction(self, state: State) -> Answer:
        move: Answer = self.rng.choice(state.actions or game_of(state).moves())
        return move
