"""course.toml may be edited while the course is served: what can count at once does, the rest is told."""

from pathlib import Path

import pytest

from arena.course.administration.organiser import Organiser
from arena.course.hand_ins.intake import Intake
from arena.course.ladder.begun import FOLDER
from arena.course.ladder.ladder import Ladder
from arena.course.live_settings import LiveSettings
from arena.course.settings import read_course
from arena.store.store import open_store
from tests.arena.command import arena
from tests.arena.course.conftest import ANN, COURSE, NOON, bundle

MORE = '\n[[season]]\nname = "summer"\nopens = 2026-12-01 12:00:00\ncloses = 2026-12-30 12:00:00\n'


def save(folder: Path, text: str) -> None:
    """Save other settings."""
    (folder / "course.toml").write_text(text, encoding="utf-8")


def test_seasons_limits_and_sources_count_at_once(course: Path) -> None:
    """A server and its organiser's page have them with the next request."""
    intake, organiser = Intake(course, lambda: None), Organiser(course)
    later = COURSE.replace("closes = 2026-11-30 12:00:00", "closes = 2026-11-20 11:00:00")
    save(course, f'sources = "everyone"\n{later}{MORE}\n[limits]\nkibibytes = 7\n')
    assert intake.take(ANN, bundle("1").pack(), NOON).is_late
    assert intake.course.sources == "everyone"
    assert intake.most_bytes == (7 << 10) + (64 << 10)
    assert organiser.season("summer").name == "summer"
    assert organiser.settings.problem == ""
    for one in (intake.register, organiser):
        one.close()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            COURSE.replace('"minimax"', '"alphabeta"'),
            "baselines changed, which counts when the server is started again",
        ),
        (f'names = "pseudonyms"\n{COURSE.replace("nodes = 100", "nodes = 7")}', "play, names changed"),
        (COURSE.replace("closes", "shuts"), "settings of before stay"),
        ("no settings", "settings of before stay"),
    ],
)
def test_what_cannot_count_at_once_is_told(course: Path, text: str, told: str) -> None:
    """The settings of before stay, until the file is as it was, or mended."""
    settings = LiveSettings(course)
    before = settings.course
    save(course, text)
    assert settings.course == before
    assert told in settings.problem
    (course / "course.toml").unlink()
    assert settings.course == before
    save(course, COURSE + MORE)
    assert len(settings.course.season) == 2
    assert settings.problem == ""


def test_status_tells_that_the_server_would_not_start_again(course: Path) -> None:
    """Once the ladder has begun, its rules cannot change; who has changed them learns it before the next start."""
    (course / FOLDER).mkdir()
    with open_store(course / FOLDER, must_exist=False) as store:
        Ladder(store, read_course(course).plan)
    assert "not start again" not in arena("course", "status", str(course)).stderr
    save(course, COURSE.replace("nodes = 100", "nodes = 7"))
    assert "will not start again: [play]: the ladder has begun with another nodes" in (
        arena("course", "status", str(course)).stderr
    )
