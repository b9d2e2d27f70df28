"""Seconds that entrants count as having spent before they came, by which a ladder's accounts begin."""

from collections.abc import Mapping

import msgspec

from arena.store.store import Store

CREDITS = "credits"  # the circumstance that holds them


def note_credits(store: Store, credited: Mapping[int, float]) -> None:
    """Keep the seconds of entrants, by their indices in the plan, in place of those before."""
    store.note(CREDITS, msgspec.json.encode(credited).decode())


def credits_in(store: Store) -> dict[int, float]:
    """Return the seconds of entrants by their indices in the plan."""
    try:
        return msgspec.json.decode(store.circumstance(CREDITS) or "{}", type=dict[int, float])
    except msgspec.MsgspecError:  # the store may be anyone's
        return {}
