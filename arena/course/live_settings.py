"""The settings of a course that is served: course.toml is read again whenever it has changed."""

from pathlib import Path
from threading import Lock

from msgspec.structs import replace

from arena.course.settings import FILE, Course, read_course
from arena.errors import CourseError

FIXED_SETTINGS = ("baselines", "play", "names")  # count when the server starts: the ladder plays by them
OLD_ONES_STAY = "the settings of before stay"


class LiveSettings:
    """The settings of a course's folder as they are now, and what is wrong with the file. Any thread may ask."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.lock, self._problem = folder, Lock(), ""
        self.stamp = self._present()
        self._course = read_course(folder)

    def _present(self) -> tuple[int, int, int]:
        try:
            found = (self.folder / FILE).stat()
        except OSError:
            return 0, 0, 0
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _refresh(self) -> None:
        with self.lock:
            stamp = self._present()
            if stamp == self.stamp:
                return
            self.stamp = stamp
            try:
                found = read_course(self.folder)
            except CourseError as problem:
                self._problem = f"{problem}; {OLD_ONES_STAY}"
                return
            other = [name for name in FIXED_SETTINGS if getattr(found, name) != getattr(self._course, name)]
            words = f"{FILE}: {', '.join(other)} changed, which counts when the server is started again"
            self._problem = words if other else ""
            self._course = replace(found, **{name: getattr(self._course, name) for name in FIXED_SETTINGS})

    @property
    def course(self) -> Course:
        """The settings; those that are fixed are as they were at the server's start."""
        self._refresh()
        return self._course

    @property
    def problem(self) -> str:
        """The settings in the file that do not count, and why; "" if all of them do."""
        self._refresh()
        return self._problem
