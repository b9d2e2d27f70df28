"""A course of two teams that is served in this process, without a network and without its background."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from arena.course.intake import Intake
from arena.course.register import ORGANISER
from arena.remote.seats import hint_of, minds, seat_of
from arena.web.app import build_app
from arena.web.course.serving import ServedCourse
from tests.arena.web.course.client import Client
from world.server import Bounds, Runs

EVIL = "<script>alert(1)</script>"
COURSE = """
name = "Minds of spring"
baselines = ["any-random-legal-move", "capture-priority-random-legal-move"]

[play]
nodes = 20
max_plies = 10

[limits]
kibibytes = 16

[[season]]
name = "spring"
opens = 2026-01-01 00:00:00
closes = 2126-01-01 00:00:00
"""
PEOPLE = f"name,id,team\nAnn,ann,\n=Bob(),bob,{EVIL}\nCat,cat,{EVIL}\n"
PROXY = "127.0.0.9"


@dataclass
class Course:
    """A course that is served, and its tokens."""

    folder: Path
    app: Any
    served: ServedCourse
    tokens: dict[str, str]

    @property
    def intake(self) -> Intake:
        """Its hand-ins."""
        return self.served.intake

    def client(self, person: str | None = None) -> Client:
        """Return a browser, in which a person is signed in."""
        found = Client(self.app)
        if person is not None:
            assert found.post("/sign-in", {"token": self.tokens[person]}).status == 303
        return found


def make_folder(folder: Path) -> None:
    """Write the settings of a course."""
    (folder / "course.toml").write_text(COURSE, encoding="utf-8")
    (folder / "people.csv").write_text(PEOPLE, encoding="utf-8")


@pytest.fixture
def course(tmp_path: Path) -> Iterator[Course]:
    """A course whose people, and organiser, have tokens."""
    make_folder(tmp_path)
    intake = Intake(tmp_path, lambda: None)
    tokens = {id_: intake.register.invite(id_, datetime.now(UTC)) for id_ in ("ann", "bob", "cat", ORGANISER)}
    served = ServedCourse(tmp_path, intake, PROXY)
    runs = Runs(tmp_path / "served.sqlite", seat_of, hint_of, minds(), Bounds(hosts=("127.0.0.1",)))
    yield Course(tmp_path, build_app(tmp_path, runs, served), served, tokens)
    runs.close()
    served.close()
    intake.register.close()
