"""The sum of any of the plain ideas, for the side to move, in centipawns."""

from typing import TYPE_CHECKING, Any

from minds.board.compiled import core, entry
from minds.board.entrypoints import state_at
from minds.board.squares import WHITE
from minds.board.state import State
from minds.evaluation.plain import ideas as of
from minds.evaluation.plain.advanced import advanced
from minds.evaluation.plain.attacked import attacked
from minds.evaluation.plain.castling import castling
from minds.evaluation.plain.centre import centre
from minds.evaluation.plain.control import control
from minds.evaluation.plain.development import development
from minds.evaluation.plain.doubled import doubled
from minds.evaluation.plain.material import material
from minds.evaluation.plain.mating import mating, one_is_bare
from minds.evaluation.plain.mobility import mobility
from minds.evaluation.plain.safety import safety
from minds.evaluation.plain.tables import tables

if TYPE_CHECKING:
    from minds.board.position import Position


@core
def placement_terms(state: State, ideas: int) -> int:
    """The sum of the ideas that look at where pieces stand."""
    total = 0
    if ideas & of.MATERIAL:
        total += material(state)
    if ideas & of.TABLES:
        total += tables(state)
    if ideas & of.CASTLING:
        total += castling(state)
    if ideas & of.CENTRE:
        total += centre(state)
    if ideas & of.DEVELOPMENT:
        total += development(state)
    if ideas & of.DOUBLED:
        total += doubled(state)
    if ideas & of.ADVANCED:
        total += advanced(state)
    return total + mating(state) if ideas & of.MATING else total


@core
def evaluate_plain(state: State, ideas: int) -> int:
    """The sum of the chosen ideas; against a bare king only material and mating count."""
    if ideas & of.MATING and one_is_bare(state):
        ideas &= of.MATERIAL | of.MATING
    total = placement_terms(state, ideas)
    if ideas & of.CONTROL:
        total += control(state)
    if ideas & of.ATTACKED:
        total += attacked(state)
    if ideas & of.SAFETY:
        total += safety(state)
    if ideas & of.MOBILITY:
        total += mobility(state)
    return total if state.turn == WHITE else -total


@entry
def entry_plain(state: Any, ideas: int) -> int:
    return evaluate_plain(state_at(state), ideas)


def plain_score(position: "Position", names: str) -> int:
    """The score of a position by named ideas: `plain_score(position, "material+mobility")`."""
    return int(entry_plain(position._address, of.ideas_of(names)))
