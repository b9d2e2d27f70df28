"""The positions before and after each move that a mind chose, and the phase of the game."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from arena.analyse.judgement import CAP
from world.api import IllegalAction, World
from world.record import Record
from world.registry import new_world

WORLD = "chess"
PHASES = ("opening", "middlegame", "endgame")
OPENING_MOVES = 12  # moves of each side
ENDGAME_PIECES = 6  # at most, of both sides together, kings and pawns not counted


class ChosenMove(Struct, frozen=True):
    """A move that a mind chose, between two positions."""

    ply: int
    seat: int
    action: str
    before: str
    after: str
    final: int | None = None  # the value for the mover if the referee ended the game here; no engine is needed

    @property
    def states(self) -> tuple[str, ...]:
        """The positions that have to be judged."""
        return (self.before, self.after) if self.final is None else (self.before,)


def chosen_moves(records: Iterable[Record]) -> Iterator[tuple[Record, ChosenMove]]:
    """Yield the moves of games that are not given by their openings, each with its game."""
    world = new_world(WORLD)
    for record in records:
        for move in _moves(record, world):
            yield record, move


def _moves(record: Record, world: World) -> Iterator[ChosenMove]:
    world.newrun(record.start, record.seed)
    for ply, played in enumerate(record.plies, 1):
        world.playon()  # a draw that had to be claimed elsewhere
        before = world.getstate()
        world.takeaction(played.action)
        if ply > record.opening:
            ending = world.ending() if ply == len(record.plies) else None
            final = None if ending is None else round(CAP * (2 * ending.result[played.seat] - 1))
            yield ChosenMove(ply, played.seat, played.action, before, world.getstate(), final)


def phase_of(state: str) -> str:
    """Return the phase of a position.

    With at most six queens, rooks, bishops and knights on the board it is the endgame; before that, the first twelve
    moves are the opening, and the others the middlegame.
    """
    placement, *_, number = state.split(" ")
    if sum(sign in "qrbnQRBN" for sign in placement) <= ENDGAME_PIECES:
        return PHASES[2]
    return PHASES[0] if int(number) <= OPENING_MOVES else PHASES[1]


def named(world: World, action: str) -> str:
    """Return a move in a world's notation; an illegal one, which only a forged judgement has, as it is."""
    try:
        return world.describe(action)
    except IllegalAction:
        return action
