"""Where each piece stands: the practical's tables, in which the king comes out of hiding when the pieces are gone."""

from minds.board.compiled import core
from minds.board.scores import tapered
from minds.board.state import State
from minds.evaluation.plain.material import material
from minds.evaluation.practical.evaluation import add_up


@core
def tables(state: State) -> int:
    """What they add to the material."""
    midgame, endgame = add_up(state)
    return tapered(midgame, endgame, int(state.phase)) - material(state)
