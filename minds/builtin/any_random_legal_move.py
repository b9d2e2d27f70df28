"""Random legal moves."""

from minds import Mind, Move, State
from minds.games import game_of


class AnyRandomLegalMove(Mind):
    """Plays a random legal move, in every world."""

    name = "any-random-legal-move"
    needs = None

    def getaction(self, state: State) -> Move | str:
        move: Move | str = self.rng.choice(state.actions or game_of(state).moves())
        return move
