"""Finding a game: by name, by part of a name, or by its number in the list of games worth explaining."""

from collections.abc import Sequence
from difflib import get_close_matches

from msgspec import Struct

from arena.entrants.entrant import Entrant
from arena.errors import GameError
from arena.store.store import Store
from minds.errors import SpecError, quoted
from minds.registry import read_spec
from world.record import Record

MOST_SUGGESTIONS = 3
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


class ListedGame(Struct, frozen=True):
    """A line of the list: a game, the mind that failed or lost, and how."""

    game: str
    mind: str
    how: str
    message: str
    plies: int


def candidates(store: Store, mind: str) -> list[ListedGame]:
    """Return the games with faults or, if there are none, the lost games.

    They are those of `mind`; without one, those of submitted minds; without any of these, those of all minds.
    """
    if mind:
        known = [entrant.name for entrant in store.entrants()]
        if mind not in known:
            raise GameError(f"no mind {quoted(mind)} in this tournament; expected one of {', '.join(known)}")
    foreign = {entrant.name for entrant in store.entrants() if is_foreign(entrant)}
    for query in (FAULTS, LOST):
        if found := [ListedGame(*row) for row in store.db.execute(query, (mind,))]:
            return [one for one in found if mind or one.mind in foreign] or found
    return []


def is_foreign(entrant: Entrant) -> bool:
    """Return True if an entrant is a submitted mind, whose file may be gone by now."""
    if entrant.bundle or entrant.is_imported:
        return bool(entrant.bundle)
    try:
        return read_spec(entrant.spec).is_foreign
    except SpecError:
        return True


def is_python(spec: str) -> bool:
    """Return True if a spec names a mind in Python, not another program."""
    return not spec.startswith(("cmd:", "uci:", "remote:"))


def find(store: Store, text: str, mind: str = "") -> Record:
    """Return the game with this name, unique part of a name, or number in the list of candidates."""
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
        few = ", ".join(holding[:MOST_SUGGESTIONS])
        raise GameError(f"{quoted(text)} matches {len(holding)} games; expected one of them: {few} …")
    if not names:
        raise GameError(f"no game {quoted(text)} in this tournament; no game has been played yet")
    near = get_close_matches(text, names, MOST_SUGGESTIONS)
    hint = f"the nearest are {', '.join(sorted(near))}" if near else "arena why DIR lists the games"
    raise GameError(f"no game {quoted(text)} in this tournament; {hint}")


def seat_of(record: Record, mind: str) -> int:
    """Return the seat of the named mind; without a name, of the mind that failed or lost, or else the first seat."""
    if mind:
        if mind not in record.minds:
            raise GameError(f"{quoted(mind)} did not play in {record.name}; expected {' or '.join(record.minds)}")
        return record.minds.index(mind)
    for fault in (record.ending.fault, *record.late):
        if fault is not None:
            return fault.seat
    return record.ending.result.index(min(record.ending.result))
