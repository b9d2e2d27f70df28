"""Practice: pairs of games that a team asks for, of its version on the ladder against a baseline.

They are ladder games like all others, count like them, and are charged to the team that asked; they only come
soon. So that nobody is kept waiting, every second pair at most is one of practice, and a team whose games have cost
much more than others' waits until those have caught up.
"""

from collections.abc import Collection
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from arena.course.handin import HandIn
from arena.course.ladder.begun import FOLDER
from arena.course.register import Register
from arena.errors import CourseError, StoreError
from arena.store.store import open_store
from minds.errors import quoted

MAX_PAIRS = 50  # that a version may have asked for and not got yet
OPEN = "SELECT number, hand_in, baseline, pairs, begun FROM practice"


class Practice(Struct, frozen=True):
    """A wish for pairs of games against a baseline."""

    number: int
    hand_in: int
    baseline: str  # its name on the ladder
    pairs: int
    begun: int  # pairs that have begun; the rest is still to come


def baselines_of(folder: Path) -> list[str]:
    """Return the names of the baselines on the ladder of a course; raise CourseError if it has not begun."""
    try:
        with open_store(folder / FOLDER, read_only=True) as store:
            names = [one.name for one in store.entrants()]
            return [name for name, mind in zip(names, store.plan.minds, strict=False) if isinstance(mind, str)]
    except StoreError:
        raise CourseError("the ladder has not begun; try again in a minute") from None


def ask(register: Register, folder: Path, team: str, baseline: str, pairs: int, now: datetime) -> Practice:
    """Ask for pairs of games of a team's version that plays; raise CourseError if there is none, or for too many."""
    known = baselines_of(folder)
    if baseline not in known:
        raise CourseError(f"no baseline {quoted(baseline)}; expected one of {', '.join(known)}")
    hand_in = _playing(register, team)
    with register.change() as db:
        waiting = sum(one.pairs - one.begun for one in practices(register, hand_in.number))
        if not 1 <= pairs <= MAX_PAIRS - waiting:
            raise CourseError(
                f"{pairs} pairs of practice, {waiting} are to come; expected 1 or more, and at most {MAX_PAIRS} in all"
            )
        values = (hand_in.number, baseline, pairs, now.isoformat())
        db.execute("INSERT INTO practice (hand_in, baseline, pairs, begun, at) VALUES (?, ?, ?, 0, ?)", values)
    return practices(register, hand_in.number)[-1]


def _playing(register: Register, team: str) -> HandIn:
    for one in register.hand_ins(team):
        if one.state == "accepted":
            return one
    raise CourseError("no version of yours plays; expected an accepted hand-in")


def practices(register: Register, hand_in: int) -> list[Practice]:
    """Return what was asked for a version, the earliest first."""
    return [Practice(*row) for row in register.rows(f"{OPEN} WHERE hand_in = ? ORDER BY number", hand_in)]


def begin_next(register: Register, ready: Collection[int]) -> Practice | None:
    """Begin a pair of the earliest wish for one of these hand-ins, if there is one, and return the wish."""
    for row in register.rows(f"{OPEN} WHERE begun < pairs ORDER BY number"):
        found = Practice(*row)
        if found.hand_in in ready:
            with register.change() as db:
                db.execute("UPDATE practice SET begun = begun + 1 WHERE number = ?", (found.number,))
            return found
    return None
