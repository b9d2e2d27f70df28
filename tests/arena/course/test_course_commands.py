"""The commands by which an organiser runs a course."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli.course import COMMANDS, course
from arena.course.administration.organiser import Organiser
from tests.arena.course.conftest import ANN, LIMITS, NOON, SPRING, bundle


def run(*words: object) -> Result:
    """Run a command of the group in this process."""
    return CliRunner().invoke(course, [str(word) for word in words], catch_exceptions=True)


def of(*words: object) -> dict[str, object]:
    """Return what a command prints as JSON."""
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    found: dict[str, object] = json.loads(done.output)
    return found


def hand_in(folder: Path, state: str = "waiting") -> None:
    """A hand-in of Ann's."""
    with Organiser(folder) as organiser:
        one = organiser.register.hand_in(ANN, bundle(), SPRING, LIMITS, NOON)
        if state != "waiting":
            organiser.register.decide(one.number, "rejected", "it crashes")


def test_every_command_says_what_it_did_in_words_and_as_json() -> None:
    """Each command has --json, and its help begins with its own sentence."""
    for command in COMMANDS:
        assert any("--json" in parameter.opts for parameter in command.params), command.name
        assert command.help != course.help


def test_a_pause_has_an_end(course: Path) -> None:
    """`pause` names the command that ends it."""
    done = run("pause", course)
    assert f"arena course resume {course}" in done.output
    assert of("status", course)["paused"] is True
    assert of("resume", course) == {"paused": False}
    assert of("status", course)["paused"] is False


def test_an_announcement_is_shown_replaced_and_ended(course: Path) -> None:
    """Alone the command prints what is announced."""
    run("announce", course, "No class on Monday")
    assert run("announce", course).output == "No class on Monday\n"
    assert of("announce", course, "--clear") == {"announcement": None}
    assert run("announce", course).output == "no announcement\n"


def test_a_hand_in_is_withdrawn_and_checked_again(course: Path) -> None:
    """Both commands say what the hand-in is now, and the status lists the queue."""
    hand_in(course, "rejected")
    assert of("play-again", course, 1) == {"number": 1, "state": "waiting"}
    assert [one["name"] for one in of("status", course)["queue"]] == ["Ann@1"]  # type: ignore[attr-defined]
    assert "Ann@1" in run("status", course).output
    assert run("status", course).output.startswith("season spring: 2026-11-10 12:00 to 2026-11-30 12:00\n")
    assert run("withdraw", course, 1).output == "hand-in 1: withdrawn\n"


def test_a_person_of_a_team_or_a_team_gets_more_time(course: Path) -> None:
    """The whole team has it; a time that is none is refused with one that is."""
    assert of("extend", course, "bob", "2099-01-01 12:00")["team"] == "team rooks"
    assert "rooks may hand in until 2099-01-02" in run("extend", course, "rooks", "2099-01-02").output
    assert "expected one such as '2026-12-24 18:00'" in run("extend", course, "ann", "tomorrow").output
    done = run("extend", course, "dan", "2099-01-01")
    assert "no person or team 'dan'" in str(done.exception)


def test_people_are_listed(course: Path) -> None:
    """A line a person, with the latest hand-in."""
    hand_in(course)
    run("invite", course, "cat")
    rows = [line.split() for line in run("people", course).output.splitlines()]
    assert rows[1:] == [
        ["Ann", "ann", "Ann", "no", "1", "1", "waiting"],
        ["Bob", "bob", "rooks", "rooks", "no", "0"],
        ["Cat", "cat", "rooks", "rooks", "yes", "0"],
    ]


def test_tokens_of_the_organiser_and_of_teams(course: Path) -> None:
    """They are printed like those of people, and made void by the same option."""
    assert run("invite", course, "--organiser").output.startswith("name,id,team,token\norganiser,,,")
    assert run("invite", course, "--organiser", "--revoke").output == "void: organiser\n"
    assert run("invite", course, "--teams").output.startswith("name,id,team,token\nrooks,team rooks,rooks,")
    assert run("invite", course, "--teams", "--revoke", "rooks").output == "void: team rooks\n"
    assert run("invite", course, "--organiser", "ann").exit_code == 2


@pytest.mark.parametrize("words", [("withdraw", 9), ("play-again", 9)])
def test_a_hand_in_that_is_none(course: Path, words: tuple[str, int]) -> None:
    """The error names the number."""
    assert "no hand-in 9" in str(run(words[0], course, words[1]).exception)


def test_invite_says_why_it_made_no_token(course: Path) -> None:
    """It tells an empty list of people, or one without teams, from one where everybody has a token."""
    run("invite", course)
    assert "name an ID for a new one" in run("invite", course).output
    (course / "people.csv").write_text("name,id,team\nAnn Lee,ann@example.org,\n", encoding="utf-8")
    assert "has a team; expected it in the third column" in run("invite", course, "--teams").output
    (course / "people.csv").write_text("name,id,team\n", encoding="utf-8")
    assert "names nobody yet" in run("invite", course).output
