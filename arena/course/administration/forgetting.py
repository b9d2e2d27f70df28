"""Forgetting a person: token, name, id and files go, from the register and from all results; games stay, unnamed.

The register is changed at once, and keeps what is to be erased from results until it is: from the ladder's by the
process that plays it, if the course is served.
"""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from arena.course.handin import MIND_FILE, HandIn, name_of
from arena.course.ladder.begun import FOLDER
from arena.course.participants.members import Members
from arena.course.participants.pseudonyms import pseudonyms
from arena.course.participants.renamed_teams import free_key, rename_team
from arena.course.people import drop_person
from arena.course.register import Register
from arena.course.seasons.ending import folder_of
from arena.course.seasons.final_standings import file_of, write_standings
from arena.course.settings import read_course
from arena.entrants.cache import cache_folder, remove
from arena.entrants.entrant import Entrant
from arena.errors import CourseError, StoreError
from arena.store.erasure import REMOVED, erase
from arena.store.store import FILE, Store, open_store
from minds.errors import quoted

REPORTS = (".html", ".csv", ".pgn", ".png", ".svg")  # of a results folder, made again without the name


class Forgotten(Struct, frozen=True):
    """The end of a person in a course."""

    hand_ins: int  # whose files are gone
    pseudonym: str  # under which the games stay; "" if the team goes on
    waiting: tuple[str, ...]  # results folders that are being played, and are changed by whoever plays


def forget(folder: Path, person: str) -> Forgotten:
    """Remove a person from a course; raise CourseError if there is none of this id."""
    course = read_course(folder)
    with Register(folder) as register:
        members = Members(folder, register, course.names)
        found = register.hand_ins()
        if not _is_known(register, members, person):
            _check_left(folder, register, person)
            return Forgotten(0, "", erase_from_results(folder, register))
        key = members.people[person].key if person in members.people else f"person {person}"
        is_last = all(other.key != key for other in members.people.values() if other.id != person)
        own = [one for one in found if one.person == person or (is_last and one.team == key)]
        gone = {one.digest for one in own} - {"", *(one.digest for one in found if one not in own)}
        pseudonym = pseudonyms(register, [key])[key] if is_last and own else ""
        _note(register, folder, own, members.shown.get(key, ""), pseudonym, gone)
        _erase_from_register(register, person, own, key if is_last else "", gone)
        drop_person(folder, person)
        waiting = erase_from_results(folder, register)
        for digest in gone:
            _remove_unpacked(register, folder, digest)
        return Forgotten(sum(one.digest in gone for one in own), pseudonym, waiting)


def check_known(folder: Path, person: str) -> None:
    """Raise CourseError if there is nobody of this id, and nothing left of somebody who was forgotten before."""
    course = read_course(folder)
    with Register(folder) as register:
        if not _is_known(register, Members(folder, register, course.names), person):
            _check_left(folder, register, person)


def _is_known(register: Register, members: Members, person: str) -> bool:
    return person in {*members.people, *register.invited(), *(one.person for one in register.hand_ins())}


def _check_left(folder: Path, register: Register, person: str) -> None:
    if not any(_holds_games(folder / place) for place in _to_erase(register)):
        raise CourseError(f"no person {quoted(person)}; expected an id of people.csv, or of somebody who handed in")


def _to_erase(register: Register) -> list[str]:
    """Return the results folders from which something is to be erased."""
    return [str(place) for (place,) in register.rows("SELECT DISTINCT folder FROM erasures ORDER BY folder")]


def _note(register: Register, folder: Path, own: Sequence[HandIn], label: str, pseudonym: str, gone: set[str]) -> None:
    """Note in the register what is to be erased from each results folder, also from one that is just being begun."""
    begun = {FOLDER, *map(folder_of, register.finished())}
    places = sorted(begun | {place.name for place in folder.glob("*") if _holds_games(place)})
    rows = [
        (
            place,
            one.digest,
            one.version,
            name_of(one, label) if label and _holds_games(folder / place) else "",
            name_of(one, pseudonym) if pseudonym else "",
            one.digest in gone,
            one.number,
        )
        for place in places
        for one in own
    ]
    with register.change() as db:
        db.executemany("INSERT INTO erasures VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def _holds_games(place: Path) -> bool:
    is_ours = place.name == FOLDER or place.name.startswith(folder_of(""))
    return is_ours and (place / FILE).is_file()


def _erase_from_register(register: Register, person: str, own: Sequence[HandIn], team: str, gone: set[str]) -> None:
    """Remove a person and, if it goes with it, the key of the team."""
    with register.change() as db:
        for table in ("tokens", "members"):
            db.execute(f"DELETE FROM {table} WHERE person = ?", (person,))
        for digest in gone:
            db.execute("DELETE FROM bundles WHERE digest = ?", (digest,))
            db.execute(
                "UPDATE hand_ins SET digest = '', runs = ?, words = '', state = 'withdrawn', is_nominated = 0 "
                "WHERE digest = ?",
                (MIND_FILE, digest),
            )
        db.executemany("UPDATE hand_ins SET person = '' WHERE number = ?", [(one.number,) for one in own])
        if team:
            db.execute("DELETE FROM tokens WHERE person = ?", (team,))
            rename_team(db, team, free_key(db, "forgotten"))
    register.overwrite()


def erase_the_forgotten(folder: Path) -> None:
    """Erase from a course's results what is left of people who were forgotten while these were played."""
    read_course(folder)
    with Register(folder) as register:
        erase_from_results(folder, register)


def erase_from_results(folder: Path, register: Register) -> tuple[str, ...]:
    """Erase what is noted from all results folders that nobody plays in; return the others."""
    waiting = []
    for place in _to_erase(register):
        if not _holds_games(folder / place):
            continue
        try:
            with open_store(folder / place) as store, store.alone():
                gone = erase_from(store, register)
        except StoreError:
            waiting.append(place)
            continue
        _renew(folder, place, gone)
    return tuple(waiting)


def erase_from(store: Store, register: Register) -> list[Path]:
    """Erase what is noted from a store that nobody else changes; remove and return its report, and the standings.

    The note goes last: a command that was killed goes on with it.
    """
    place, gone = store.folder.name, _remove_reports(store.folder)
    rows = register.rows("SELECT * FROM erasures WHERE folder = ?", place)
    renamed, emptied = {}, set()
    for _, *wanted, new_name, is_emptied, hand_in in rows:
        for one in store.entrants():
            if one.hand_in == hand_in if one.hand_in else _was(one, *wanted):
                renamed[one.name] = new_name or one.name
                emptied |= {one.name} if is_emptied else set()
    if rows:
        bundles = {one.bundle for one in store.entrants() if one.name in emptied} - {REMOVED.digest}
        erase(store, renamed, emptied)
        with register.change() as db:
            db.execute("DELETE FROM erasures WHERE folder = ?", (place,))
        register.overwrite()
        for digest in bundles:
            _remove_unpacked(register, store.folder.parent, digest)
    return gone


def _remove_unpacked(register: Register, folder: Path, digest: str) -> None:
    """Remove files from the cache, unless a tournament that is being played still uses them."""
    users = register.rows("SELECT DISTINCT folder FROM erasures WHERE digest = ?", digest)
    if not any(_holds_games(folder / place) for (place,) in users):
        remove(cache_folder() / digest)


def _was(one: Entrant, digest: str, version: int, name: str) -> bool:
    """Return True if an entrant of an older store, which knew versions by their names, is the one that is meant."""
    return one.bundle == digest and one.name.endswith(f"@{version}") and name in ("", one.name)


def _remove_reports(place: Path) -> list[Path]:
    """Remove the report of a results folder and, of a season's, the standings beside it; return the files."""
    found = [path for path in place.iterdir() if path.suffix in REPORTS and path.is_file()]
    standings = _standings_of(place)
    found += [standings] if standings.is_file() else []
    for path in found:
        path.unlink()
    return found


def _standings_of(place: Path) -> Path:
    return place.with_name(file_of(place.name.removeprefix(folder_of(""))))


def is_to_erase(register: Register, place: str) -> bool:
    """Return True if something is to be erased from a results folder."""
    return bool(register.rows("SELECT 1 FROM erasures WHERE folder = ? LIMIT 1", place))


def _renew(folder: Path, place: str, gone: Sequence[Path]) -> None:
    """Make a report again that is gone, and a season's standings."""
    standings = _standings_of(folder / place)
    if {*gone} - {standings}:
        from arena.report.report import write_report

        write_report(folder / place)
    if standings in gone:
        write_standings(folder, place.removeprefix(folder_of("")))
