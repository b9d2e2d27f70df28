"""All there is to tell of a game that a mind has lost, as one object."""

from msgspec import Struct

from arena.cell.order import Limits
from arena.store.store import Store
from arena.why.moments import Fall, Moment, moments, steepest
from arena.why.questions import questions
from minds.errors import SpecError
from minds.registry import read_spec
from world.api import UNLIMITED, Budget, Fault
from world.record import Record


class Story(Struct, frozen=True):
    """How a game went, as one of its minds met it."""

    game: str
    world: str
    opening: str
    given: int
    minds: tuple[str, ...]
    mind: str
    spec: str
    seat: int
    result: tuple[float, ...]
    ending: str
    plies: int
    is_strange: bool  # somebody else's code, to be jailed
    walls: str
    budget: Budget
    limits: Limits
    last: tuple[Moment, ...]  # the last positions and what was done in them …
    end: Moment  # … and what came of it
    fall: Fall | None  # where its own score fell the most, if it failed in nothing
    faults: tuple[Fault, ...]
    replay: int | None  # the ply that is best looked at again, if the mind was asked at all


def tell(store: Store, record: Record, seat: int, last: int) -> Story:
    """The story of a game."""
    *game, end = moments(record)
    _, spec, _ = store.entrant(record.minds[seat])
    faults = tuple(fault for fault in (record.ending.fault, *record.late) if fault is not None)
    blameless = not any(fault.seat == seat for fault in faults)
    fall = steepest(game, seat) if blameless else None
    asked = questions(record, seat)
    return Story(
        game=record.name,
        world=record.world,
        opening=record.opening_name,
        given=record.opening,
        minds=record.minds,
        mind=record.minds[seat],
        spec=spec,
        seat=seat,
        result=record.ending.result,
        ending=record.ending.kind,
        plies=len(record.plies),
        is_strange=is_strange(spec),
        walls=record.layers[seat] if record.layers else "",
        budget=record.budgets[seat] if record.budgets else UNLIMITED,
        limits=store.plan.limits,
        last=tuple(game[-last:] if last else ()),
        end=end,
        fall=fall,
        faults=faults,
        replay=fall.before.ply if fall else asked[-1].ply if asked else None,
    )


def is_strange(spec: str) -> bool:
    """Whether a mind is somebody else's; its file may be gone by now."""
    try:
        return read_spec(spec).is_foreign
    except SpecError:
        return True
