"""The files by which versions play: in the register, in the ladder's store, and unpacked in the cache.

A version of which all copies are lost or damaged rests until they are back, which costs nobody else anything.
"""

import sqlite3
from collections.abc import Callable, Mapping

from arena.course.handin import HandIn
from arena.course.register import Register
from arena.entrants.bundle import Bundle, unpack
from arena.entrants.cache import is_unpacked, packed, unpacked
from arena.entrants.entrant import Entrant, Player
from arena.entrants.roster import playable
from arena.errors import CourseError, EntrantError, StoreError
from arena.store.store import Store

UNREADABLE = (CourseError, EntrantError, StoreError, sqlite3.Error)

BundleOf = Callable[[HandIn], Bundle]


class VersionFiles:
    """The files of a ladder's versions, and why those of some are lost, by the numbers of their hand-ins."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lost: dict[int, str] = {}

    def bundle(self, hand_in: HandIn, bundle_of: BundleOf) -> Bundle | None:
        """Return the files of a version, also unpacked; None if all copies are lost, or there is no room for them."""
        try:
            found = self._find(hand_in, bundle_of)
            unpacked(hand_in.digest, lambda _: found)
        except UNREADABLE as problem:
            self.lost[hand_in.number] = str(problem)
            return None
        self.lost.pop(hand_in.number, None)
        return found

    def _find(self, hand_in: HandIn, bundle_of: BundleOf) -> Bundle:
        try:
            return self.store.bundle(hand_in.digest)
        except UNREADABLE:
            if is_unpacked(hand_in.digest):
                return unpack(packed(hand_in.digest), hand_in.digest)
        return bundle_of(hand_in)

    def player(self, entrant: Entrant, hand_in: HandIn, bundle_of: BundleOf) -> Player | None:
        """Return a version as it is played, its files unpacked; None if all copies of them are lost."""
        try:
            spec = playable(entrant, lambda _: self._find(hand_in, bundle_of))
        except UNREADABLE as problem:
            self.lost[hand_in.number] = str(problem)
            return None
        self.lost.pop(hand_in.number, None)
        return Player(entrant.name, spec, entrant)


def note_lost_files(register: Register, lost: Mapping[int, str]) -> None:
    """Keep for the organiser which versions rest, by their hand-ins, and why; in place of what was kept before."""
    if lost != lost_files(register):
        with register.change() as db:
            db.execute("DELETE FROM lost_files")
            db.executemany("INSERT INTO lost_files VALUES (?, ?)", lost.items())


def lost_files(register: Register) -> dict[int, str]:
    """Return the versions that rest because their files are lost, by their hand-ins, and why."""
    return {int(number): str(words) for number, words in register.rows("SELECT hand_in, words FROM lost_files")}
