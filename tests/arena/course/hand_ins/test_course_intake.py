"""Hand-ins are taken from whoever holds a token, for the right season, and under the right name."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from arena.course.hand_ins.intake import Intake
from arena.course.participants.invitations import invitations, organiser_invitation, revocations, team_invitations
from arena.course.register import ORGANISER
from arena.entrants.bundle import MAX_BYTES, Bundle, BundledFile
from arena.errors import CourseError, EntrantError
from tests.arena.course.conftest import ANN, BOB, COURSE, bundle
from tests.drills.bounded import memory_peak

SUMMER = '[[season]]\nname = "summer"\nopens = 2026-11-30 12:00:00\ncloses = 2026-12-20 12:00:00\n'


@pytest.fixture
def intake(course: Path) -> Iterator[Intake]:
    """The intake of a course with two seasons."""
    (course / "course.toml").write_text(COURSE + SUMMER, encoding="utf-8")
    found = Intake(course, lambda: None)
    yield found
    found.register.close()


def test_a_team_s_token_hands_in_for_the_team(course: Path, intake: Intake) -> None:
    """It is void once it is revoked; the organiser's token hands nothing in."""
    (invitation,) = team_invitations(course, [])
    assert team_invitations(course, []) == []
    person = intake.person(invitation.token)
    assert person is not None
    view = intake.take(person, bundle().pack())
    assert view.name == "rooks@1"
    assert [one.number for one in intake.of(BOB)] == [view.number]
    assert revocations(course, ["team rooks"]) == ["team rooks"]
    assert intake.person(invitation.token) is None
    with pytest.raises(CourseError, match=r"no team 'kings'; expected one of people\.csv: rooks"):
        team_invitations(course, ["kings"])


def test_the_organiser_s_token_is_told_from_others(course: Path, intake: Intake) -> None:
    """No person's token opens the organiser's page, and a renewed one is void."""
    token = organiser_invitation(course).token
    assert intake.is_organiser(token)
    assert intake.person(token) is None
    (ann,) = invitations(course, ["ann"])
    assert not intake.is_organiser(ann.token)
    assert not intake.is_organiser("")
    assert intake.is_organiser(organiser_invitation(course).token)
    assert not intake.is_organiser(token)
    assert revocations(course, [ORGANISER]) == [ORGANISER]


def test_a_team_with_more_time_hands_in_for_the_season_that_has_closed(intake: Intake) -> None:
    """Until its extension ends or the season is finished; everybody else hands in for the next one."""
    spring, summer = intake.course.season
    now = spring.closes + timedelta(hours=1)
    intake.register.extend(ANN.key, "spring", spring.closes + timedelta(hours=2))
    assert (intake.season(ANN.key, now), intake.season(BOB.key, now)) == (spring, summer)
    assert intake.season(ANN.key, now + timedelta(hours=1)) == summer
    assert not intake.take(ANN, bundle().pack(), now).is_late
    intake.register.finish("spring", now)
    assert intake.season(ANN.key, now) == summer


def test_a_pseudonym_is_not_betrayed_by_the_name_of_a_file(course: Path) -> None:
    """A single file plays as mind.py, and the version under two words."""
    (course / "course.toml").write_text(f'names = "pseudonyms"\n{COURSE}', encoding="utf-8")
    intake = Intake(course, lambda: None)
    view = intake.take(ANN, bundle(name="ann_miller.py").pack())
    assert intake.register.find(view.number).runs == "mind.py"
    assert "Ann" not in view.name
    assert view.name == f"{intake.members.shown[ANN.key]}@1"
    intake.register.close()


def test_hidden_files_are_left_out_as_arena_submit_does(intake: Intake) -> None:
    """Files packed by other means bring no settings for programs that run in the mind's folder."""
    hidden = [BundledFile(name, False, b"") for name in (".numba_config.yaml", ".git/config", "a/.b/c.py")]
    plain = bundle("1")
    more = BundledFile("a.py", False, b"")
    intake.take(ANN, Bundle((*hidden, *plain.files, more)).pack())
    assert intake.register.bundle_of(intake.register.find(1)) == Bundle((more, *plain.files))  # in order


@pytest.mark.parametrize("name", ["mind.py/more.py", "\N{SNOWMAN}" * 90])
def test_files_that_no_folder_can_hold_are_refused(intake: Intake, name: str) -> None:
    """A file that is a folder, too, or has too long a name, would never be checked."""
    files = (*bundle("1").files, BundledFile(name, False, b""))
    with pytest.raises(EntrantError, match="a bundle holds"):
        intake.take(ANN, Bundle(files).pack())


def test_small_texts_that_stand_for_large_files_are_not_unpacked(intake: Intake) -> None:
    """A team that sends many of them at once would fill the memory of the server."""
    packed = bundle("\0" * (MAX_BYTES - 1)).pack()
    assert len(packed) < 50_000
    before = memory_peak()
    with pytest.raises(EntrantError, match="longer than 1088 KiB"):
        intake.take(ANN, packed)
    assert memory_peak() - before < 8
