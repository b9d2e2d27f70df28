"""The libraries that a course's server does without: they hold memory for as long as it runs."""

import subprocess
import sys
from pathlib import Path
from shutil import copytree

from tests.arena.web.course.conftest import Course

SCRIPT = """
import sys
from pathlib import Path
from arena.course.child import working_for
from arena.course.hand_ins.intake import Intake
from arena.course.ladder.begun import FOLDER
from arena.remote.seats import hint_of, minds, seat_of
from arena.web.app import build_app
from arena.web.course.serving import ServedCourse
from tests.arena.web.course.client import Client
from world.server import Bounds, Runs

folder, token = Path(sys.argv[1]), sys.argv[2]
intake = Intake(folder, lambda: None)
runs = Runs(folder / "served.sqlite", seat_of, hint_of, minds(), Bounds(hosts=("127.0.0.1",)))
client = Client(build_app(folder, runs, ServedCourse(folder, intake)))
client.post("/sign-in", {"token": token})
paths = ["/", "/mine", "/mine/hand-ins/1", "/season", "/begin", "/live", "/sources", "/mine/compare?newer=3&older=3"]
paths += [f"/results/{FOLDER}{tab}" for tab in ("", "/games", "/minds", "/crosstable", "/plan", "/summary.json")]
paths += [f"/results/{FOLDER}/games/001-003-00001{side}" for side in "ab"]
found = {path: client.get(path).status for path in paths}
assert set(found.values()) == {200}, found
print(*(name for name in ("numpy", "pandas", "numba", "matplotlib", "pebble") if name in sys.modules))
"""


def test_pages_of_a_course_need_no_tables_and_no_arithmetic(climbing: Course, tmp_path: Path) -> None:
    """A server that has shown every page of a course has loaded neither pandas nor numpy, numba or matplotlib."""
    folder = copytree(climbing.folder, tmp_path / "course")
    command = [sys.executable, "-c", SCRIPT, str(folder), climbing.tokens["ann"]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
