"""The files that a course begins with."""

from collections.abc import Iterator
from pathlib import Path

from arena.errors import CourseError
from minds.errors import quoted

FILES = ("course.toml", "people.csv")


def make(folder: Path) -> Iterator[Path]:
    """Write the files into a folder, and yield their paths; raise CourseError if one is there already."""
    for name in FILES:
        if (folder / name).exists():
            raise CourseError(f"{quoted(str(folder / name))} is there already; expected a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        text = (Path(__file__).parent / name).read_text(encoding="utf-8")
        (folder / name).write_text(text, encoding="utf-8")
        yield folder / name
