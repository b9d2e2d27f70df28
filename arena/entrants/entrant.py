"""Entrants: minds under the names by which a tournament knows them, with a version and a standing."""

from typing import Literal

from msgspec import Struct

IMPORTED = "imported"  # the spec of a player of games that were played elsewhere, who cannot be played here
Standing = Literal["playing", "withdrawn", "disqualified"]


class Entrant(Struct, frozen=True, omit_defaults=True):
    """A mind as entered in a tournament."""

    name: str
    spec: str  # as it was typed
    author: str = ""
    version: str = ""  # changes with everything that decides how it plays; empty for a remote mind
    bundle: str = ""  # digest of its files, for strangers
    runs: str = ""  # the spec to play by, where it is not `spec`: paths are below the bundle's folder
    standing: Standing = "playing"
    forgiven: int = 0  # number of the last game of before its reinstatement; its forfeits up to there do not count
    hand_in: int = 0  # its number in a course, where names change; 0 if it was entered otherwise

    @property
    def is_imported(self) -> bool:
        """True if it is only known from games that were played elsewhere."""
        return self.spec == IMPORTED

    @property
    def is_playing(self) -> bool:
        """True unless it was withdrawn or disqualified."""
        return self.standing == "playing"

    @property
    def shown_standing(self) -> str:
        """The standing in words: a version of a course rests because a later one plays; nobody has withdrawn it."""
        return "resting" if self.hand_in and self.standing == "withdrawn" else self.standing


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A mind as an organiser names it: a spec, perhaps with a name and an author."""

    spec: str
    name: str = ""
    author: str = ""


class Player(Struct, frozen=True):
    """An entrant as a worker needs it: a name, and a spec whose files lie in this machine's cache."""

    name: str
    spec: str
    entrant: Entrant | None = None  # by which a worker on another machine finds its files
