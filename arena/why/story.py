"""The story of a lost game: everything `arena why` shows, as one object."""

from msgspec import Struct

from arena.cell.order import Limits
from arena.store.store import Store
from arena.why.find import is_foreign
from arena.why.moments import Moment, ScoreDrop, largest_drop, moments
from arena.why.questions import questions
from world.api import UNLIMITED, Budget, Fault
from world.record import Record


class Story(Struct, frozen=True):
    """A game from the point of view of one of its minds."""

    game: str
    world: str
    opening: str
    from_opening: int  # plies
    minds: tuple[str, ...]
    mind: str
    spec: str
    seat: int
    result: tuple[float, ...]
    ending: str
    plies: int
    is_foreign: bool  # a submitted mind, which runs in a jail
    jail: str  # its layers
    budget: Budget
    limits: Limits
    clock: str  # that both sides paid by; empty if no time was limited
    last: tuple[Moment, ...]  # the last positions in which a move was made
    end: Moment  # the final position
    drop: ScoreDrop | None  # the largest drop of its own score, if it has no fault
    faults: tuple[Fault, ...]
    replay: int | None  # the ply to replay; None if the mind was never asked


def tell_story(store: Store, record: Record, seat: int, last: int) -> Story:
    """Return the story of a game as the mind on a seat met it, with its `last` positions."""
    *game, end = moments(record)
    _, entrant = store.entrant(record.minds[seat])
    faults = tuple(fault for fault in (record.ending.fault, *record.late) if fault is not None)
    failed = any(fault.seat == seat for fault in faults)
    drop = None if failed else largest_drop(game, seat)
    return Story(
        game=record.name,
        world=record.world,
        opening=record.opening_name,
        from_opening=record.opening,
        minds=record.minds,
        mind=record.minds[seat],
        spec=entrant.spec,
        seat=seat,
        result=record.ending.result,
        ending=record.ending.kind,
        plies=len(record.plies),
        is_foreign=is_foreign(entrant),
        jail=record.layers[seat] if record.layers else "",
        budget=record.budgets[seat] if record.budgets else UNLIMITED,
        limits=store.plan.limits,
        clock=record.clock,
        last=tuple(game[-last:] if last else ()),
        end=end,
        drop=drop,
        faults=faults,
        replay=None if entrant.is_imported else drop.before.ply if drop else _last_asked(record, seat),
    )


def _last_asked(record: Record, seat: int) -> int | None:
    """Return the last ply that a mind was asked about, or None."""
    asked = questions(record, seat)
    return asked[-1].ply if asked else None
