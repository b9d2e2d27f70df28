"""The members of a course: its people and teams, with their names, read again whenever people.csv has changed."""

import sqlite3
from pathlib import Path
from threading import Lock

from arena.course.participants.pseudonyms import pseudonyms
from arena.course.participants.renamed_teams import follow_renamed_teams
from arena.course.people import FILE, Person, read_people, team_names
from arena.course.register import Register
from arena.course.settings import NamesShown
from arena.errors import CourseError, StoreError

TEAM = "team "  # begins the key of a team, and the holder of its token


class Members:
    """The people of a course by id, and the names of their teams by key. Any thread may ask."""

    def __init__(self, folder: Path, register: Register, names: NamesShown) -> None:
        self.folder, self.register, self.setting, self.lock = folder, register, names, Lock()
        self.problem = ""  # with people.csv as it is now; the people of before stay until it is mended
        self.stamp = self._present()  # of people.csv as it was read
        self._read(read_people(folder))

    def _present(self) -> tuple[int, int]:
        try:
            found = (self.folder / FILE).stat()
        except OSError:
            return 0, 0
        return found.st_mtime_ns, found.st_size

    def _read(self, people: list[Person]) -> None:
        follow_renamed_teams(self.register, people)
        self._people = {person.id: person for person in people}
        self._real = team_names(people)
        self._shown = self._real
        if self.setting == "pseudonyms":
            drawn = pseudonyms(self.register, self._real)
            self._shown = {key: drawn[key] for key in self._real}

    def refresh(self) -> None:
        """Read the people again if their file has changed."""
        with self.lock:
            stamp = self._present()
            if stamp == self.stamp:
                return
            try:
                self._read(read_people(self.folder))
                self.stamp, self.problem = stamp, ""
            except CourseError as problem:
                self.stamp, self.problem = stamp, str(problem)
            except (StoreError, sqlite3.Error) as problem:  # such as on a full disk: it is tried again
                self.problem = str(problem)

    @property
    def people(self) -> dict[str, Person]:
        """The people by id, in the order of people.csv."""
        self.refresh()
        return self._people

    @property
    def real(self) -> dict[str, str]:
        """The names of teams, and of people alone, as people.csv has them, by key."""
        self.refresh()
        return self._real

    @property
    def shown(self) -> dict[str, str]:
        """The names of teams, and of people alone, on the ladder and everything public, by key."""
        self.refresh()
        return self._shown

    def label(self, team: str) -> str:
        """Return the name that a team is shown by; one that has left the course has a pseudonym."""
        return self.shown.get(team) or pseudonyms(self.register, [team])[team]

    def holder(self, name: str) -> Person | None:
        """Return the person who holds a token; the members of a team may share one of its own."""
        if name.startswith(TEAM) and name in self.real:
            team = name.removeprefix(TEAM)
            return Person(team, name, team)
        return self.people.get(name)
