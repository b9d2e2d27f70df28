"""The people of a course, from its file people.csv."""

import csv
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from arena.entrants.naming import presentable
from arena.errors import CourseError
from minds.errors import quoted

FILE = "people.csv"
COLUMNS = ("name", "id", "team")
MAX_PEOPLE, MAX_FILE_BYTES, MAX_NAME_LENGTH = 10_000, 4 << 20, 60
MAX_LABEL_LENGTH, MAX_ID_SHOWN, DIGEST_LENGTH = (
    52,
    30,
    8,
)  # letters of a name on the ladder, where a version stands behind it
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,79}")


class Person(Struct, frozen=True):
    """A person who may hand in, alone or in a team."""

    name: str
    id: str  # or an e-mail address
    team: str = ""

    @property
    def key(self) -> str:
        """The key of the team, or of the person alone, by which hand-ins belong together."""
        return f"team {self.team}" if self.team else f"person {self.id}"


def read_people(folder: Path) -> list[Person]:
    """Return the people in a course's folder; raise CourseError with the line that is wrong."""
    path = folder / FILE
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except OSError as problem:
        raise CourseError(f"{quoted(str(path))}: {problem.strerror}; expected a CSV file {','.join(COLUMNS)}") from None
    if len(content) > MAX_FILE_BYTES:
        raise CourseError(f"{quoted(str(path))}: longer than {MAX_FILE_BYTES} bytes")
    try:
        return people_in(content.decode("utf-8-sig").splitlines())
    except (UnicodeDecodeError, csv.Error) as problem:
        raise CourseError(f"{quoted(str(path))} is no CSV file in UTF-8: {problem}") from None
    except CourseError as problem:
        raise CourseError(f"{quoted(str(path))}, {problem}") from None


def people_in(lines: Iterable[str]) -> list[Person]:
    """Return the people of CSV lines, which begin with the names of the columns."""
    reader = csv.DictReader(lines, strict=True, skipinitialspace=True)
    columns = [column.strip().lower() for column in reader.fieldnames or ()]
    if not {"name", "id"} <= set(columns) or not set(columns) <= set(COLUMNS):
        raise CourseError(f"line 1: columns {', '.join(columns) or 'missing'}; expected name, id and perhaps team")
    reader.fieldnames = columns
    people = [_person(row, reader.line_num) for row in reader]
    if len(people) > MAX_PEOPLE:
        raise CourseError(f"{len(people)} people; expected at most {MAX_PEOPLE}")
    twice = [id_ for id_, count in Counter(person.id.lower() for person in people).items() if count > 1]
    if twice:
        raise CourseError(f"the id {quoted(twice[0])} stands on two lines; expected each once")
    return people


def _person(row: Mapping[str | None, str | list[str] | None], line: int) -> Person:
    if None in row:
        raise CourseError(f"line {line}: more fields than columns; a field with a comma needs quotation marks")
    name, id_, team = (str(row.get(column) or "").strip() for column in COLUMNS)
    if not ID.fullmatch(id_):
        raise CourseError(f"line {line}: the id {quoted(id_)}; expected letters, digits and . _ @ + -, at most 80")
    for word, text in (("name", name), ("team", team)):
        if not text.isprintable() or len(text) > MAX_NAME_LENGTH or (word == "name" and not text):
            raise CourseError(
                f"line {line}: the {word} {quoted(text)}; expected 1 to {MAX_NAME_LENGTH} printable letters"
            )
    return Person(name, id_, team)


def team_names(people: Sequence[Person]) -> dict[str, str]:
    """Return the name of each team, and of each person without one, by key; equal names have the id behind them.

    Names are equal if they would be on the ladder, where blanks and small differences at the end of long ones are lost.
    Where the id leaves them equal, because it is long or others have it in their names, a digest of it is behind them.
    """
    own = {person.key: person.team or person.name for person in people}
    names, marks = dict(own), dict.fromkeys(own, 0)
    while True:
        counts = Counter(map(_on_the_ladder, names.values()))
        equal = [key for key, name in names.items() if counts[_on_the_ladder(name)] > 1 and marks[key] < len(MARKS)]
        if not equal:
            return names
        for key in equal:
            names[key] = _with_mark(own[key], MARKS[marks[key]](key))
            marks[key] += 1


def _on_the_ladder(name: str) -> str:
    return presentable(name)[:MAX_LABEL_LENGTH].casefold()


def _with_mark(name: str, mark: str) -> str:
    return f"{name[: MAX_LABEL_LENGTH - len(mark) - 3]} ({mark})"


def _kind(key: str) -> str:
    kind, _, id_ = key.partition(" ")
    return id_[:MAX_ID_SHOWN] if kind == "person" else "team"


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:DIGEST_LENGTH]


MARKS = (_kind, _digest)  # that are put behind equal names


def drop_person(folder: Path, id_: str) -> None:
    """Remove the line of a person from people.csv; the others stay as they were typed."""
    path = folder / FILE
    lines = path.read_bytes().decode("utf-8-sig").splitlines(keepends=True)
    reader = csv.DictReader(lines, strict=True, skipinitialspace=True)
    reader.fieldnames = [column.strip().lower() for column in reader.fieldnames or ()]
    dropped = {reader.line_num - 1 for row in reader if str(row.get("id") or "").strip() == id_}
    kept = "".join(line for number, line in enumerate(lines) if number not in dropped)
    part = path.with_name(f"{FILE}.part")
    part.write_bytes(kept.encode())
    part.replace(path)
