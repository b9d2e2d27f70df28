"""The submissions that could not be entered in a tournament, kept in its store for the fault sheet."""

from collections.abc import Sequence

import msgspec

from arena.entrants.submissions import Rejection
from arena.store.store import Store

REJECTED = "rejected"  # the circumstance that holds them


def note_rejected(store: Store, rejected: Sequence[Rejection]) -> None:
    """Keep the submissions that were rejected, in place of those that were rejected before."""
    if rejected or store.circumstance(REJECTED) is not None:
        store.note(REJECTED, msgspec.json.encode(rejected).decode())


def rejected_in(store: Store) -> list[Rejection]:
    """Return the submissions that were rejected, but for those that have been entered since under the same name."""
    try:
        found = msgspec.json.decode(store.circumstance(REJECTED) or "[]", type=list[Rejection])
    except msgspec.MsgspecError:  # the store may be anyone's
        return []
    present = {entrant.name for entrant in store.entrants()}
    return [one for one in found if one.name not in present]
