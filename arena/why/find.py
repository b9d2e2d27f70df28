"""Which game of a tournament is meant, and which might be: those with faults, or else the lost ones."""

from collections.abc import Sequence
from difflib import get_close_matches

from msgspec import Struct

from arena.errors import GameError
from arena.store.store import Store
from minds.errors import quoted
from world.record import Record

FEW = 3
FAULTS = """
SELECT games.name, minds.name, incidents.kind || ' in ' || incidents.call, incidents.message, games.plies
FROM incidents JOIN games ON games.number = incidents.game
JOIN minds ON minds.number = CASE incidents.seat WHEN 0 THEN games.first ELSE games.second END
WHERE ? IN ('', minds.name) ORDER BY games.name
"""
LOST = """
SELECT games.name, minds.name, games.ending, 'against ' || other.name, games.plies
FROM games JOIN minds ON minds.number = CASE WHEN score_first < score_second THEN games.first ELSE games.second END
JOIN minds AS other ON other.number = games.first + games.second - minds.number
WHERE score_first <> score_second AND ? IN ('', minds.name) ORDER BY games.name
"""


class Lost(Struct, frozen=True):
    """A game that somebody may want explained."""

    game: str
    mind: str
    how: str
    message: str
    plies: int


def candidates(store: Store, mind: str) -> list[Lost]:
    """The games with faults; if there are none, the lost ones: a mind's, if it is named, or else those of strangers."""
    if mind:
        known = [name for (name,) in store.db.execute("SELECT name FROM minds ORDER BY number")]
        if mind not in known:
            raise GameError(f"no mind {quoted(mind)} in this tournament; expected one of {', '.join(known)}")
    strangers = {name for name, spec in store.db.execute("SELECT name, spec FROM minds") if is_strange(spec)}
    for query in (FAULTS, LOST):
        if found := [Lost(*row) for row in store.db.execute(query, (mind,))]:
            return [one for one in found if mind or one.mind in strangers] or found
    return []


def is_strange(spec: str) -> bool:
    """Whether it names somebody's file or program; which may be gone by now."""
    return spec.startswith("cmd:") or ".py" in spec


def find(store: Store, text: str, mind: str = "") -> Record:
    """The game of a name, or of a part that no other name has, or of a number in the list of candidates."""
    listed = candidates(store, mind) if text.isdecimal() and text[0] != "0" else []
    if listed and 0 < int(text) <= len(listed):
        text = listed[int(text) - 1].game
    return next(store.records(_name(sorted(store.results()), text)))


def _name(names: Sequence[str], text: str) -> str:
    if text in names:
        return text
    holding = [name for name in names if text and text in name]
    if len(holding) == 1:
        return holding[0]
    if holding:
        shown = ", ".join(holding[:FEW])
        raise GameError(f"{quoted(text)} is a part of {len(holding)} games' names: {shown} …; expected one of them")
    near = get_close_matches(text, names, FEW, cutoff=0.0)
    nearest = f"the nearest are {', '.join(sorted(near))}" if near else "none has been played yet"
    raise GameError(f"no game {quoted(text)} in this tournament; {nearest}")


def seat_of(record: Record, mind: str) -> int:
    """Whose view: the named mind's, or of who failed, or lost; or else the first's."""
    if mind:
        if mind not in record.minds:
            raise GameError(f"{quoted(mind)} had no part in {record.name}; expected {' or '.join(record.minds)}")
        return record.minds.index(mind)
    for fault in (record.ending.fault, *record.late):
        if fault is not None:
            return fault.seat
    return record.ending.result.index(min(record.ending.result))
