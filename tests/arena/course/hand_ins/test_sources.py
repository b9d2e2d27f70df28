"""The right to read the sources of others, as the settings of a course say."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.course.hand_ins.sources import may_read
from arena.course.register import Register
from arena.course.settings import SourcesShown
from tests.arena.course.conftest import ANN, BOB, LIMITS, NOON, SPRING, bundle


@pytest.mark.parametrize(
    ("setting", "before", "after"),
    [("own", False, False), ("after the season", False, True), ("everyone", True, True)],
)
def test_others_sources_are_shown_as_the_course_says(
    tmp_path: Path, setting: SourcesShown, before: bool, after: bool
) -> None:
    """One's own always are; others' only if they were accepted, and at the time that the setting names."""
    with Register(tmp_path) as register:
        waiting = register.hand_in(ANN, bundle(), SPRING, LIMITS, NOON)
    accepted = replace(waiting, state="accepted")
    assert may_read(setting, waiting, ANN.key, {})
    assert not may_read(setting, waiting, BOB.key, {"spring"})
    assert may_read(setting, accepted, BOB.key, {"autumn"}) == before
    assert may_read(setting, accepted, BOB.key, {"spring"}) == after
