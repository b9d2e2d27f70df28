"""A course in a folder, and things to hand in."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arena.course.people import Person
from arena.course.settings import HandInLimits, Season
from arena.entrants.bundle import Bundle, BundledFile

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SPRING = Season("spring", NOON - timedelta(days=10), NOON + timedelta(days=10))
ANN, BOB, CAT = Person("Ann", "ann"), Person("Bob", "bob", "rooks"), Person("Cat", "cat", "rooks")
LIMITS = HandInLimits()

COURSE = """
name = "Minds"
baselines = ["any-random-legal-move", "minimax"]

[play]
nodes = 100

[[season]]
name = "spring"
opens = 2026-11-10 12:00:00
closes = 2026-11-30 12:00:00
"""

# Of a course in which games take a moment, and whose season is open.
QUICK = """
name = "Minds"
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
EVIL = "<script>alert(1)</script>"
PEOPLE = f"name,id,team\nAnn,ann,\n=Bob(),bob,{EVIL}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A course's folder with its settings."""
    (tmp_path / "course.toml").write_text(COURSE, encoding="utf-8")
    return tmp_path


@pytest.fixture
def course(folder: Path) -> Path:
    """A course's folder with three people, two of them in a team."""
    (folder / "people.csv").write_text("name,id,team\nAnn,ann,\nBob,bob,rooks\nCat,cat,rooks\n", encoding="utf-8")
    return folder


def bundle(text: str = "", name: str = "mind.py") -> Bundle:
    """The bundle of a mind with this text."""
    return Bundle((BundledFile(name, False, text.encode()),))
