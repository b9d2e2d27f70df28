"""The pages of the organiser: each form does its one thing, and nobody else gets there."""

import csv
import re
from datetime import UTC, datetime
from urllib.parse import unquote

import pytest

from arena.course.ladder.begun import FOLDER
from arena.course.register import ORGANISER
from arena.store.store import open_store
from tests.arena.web.course.client import Client
from tests.arena.web.course.conftest import COURSE, EVIL, Course, accept, secret

PAGES = ["/organiser", "/organiser/people", "/organiser/hand-ins", "/organiser/faults", "/organiser/hand-ins/1"]
PAGES += ["/organiser/standings/spring.csv"]
FORMS = ["pause", "go-on", "announce", "finish", "backup", "people/invite", "people/invite-teams", "people/revoke"]
FORMS += ["people/extend", "hand-ins/1/withdraw", "hand-ins/1/again"]


@pytest.mark.parametrize("person", [None, "ann", "bob"])
def test_nobody_else_gets_there(course: Course, person: str | None) -> None:
    """Without the organiser's token no page is shown and no form is taken."""
    accept(course, "ann", "first")
    browser, before = course.client(person), course.intake.register.invited()
    for path in PAGES:
        assert browser.get(path).status == (303 if person is None else 403)
    for path in FORMS:
        fields = {"id": "ann", "team": "person ann", "until": "2126-02-01T12:00", "text": "x", "season": "spring"}
        assert browser.post(f"/organiser/{path}", fields).status == (303 if person is None else 403)
    assert course.intake.register.find(1).state == "accepted"
    assert course.intake.register.invited() == before
    assert not course.served.organiser.is_paused
    assert course.served.organiser.announcement is None


def test_forms_of_other_sites_are_refused(course: Course) -> None:
    """A page of another site cannot use the organiser's session."""
    browser = course.client(ORGANISER)
    for path in FORMS:
        assert browser.post(f"/organiser/{path}", {}, origin="http://evil.example").status == 403
    assert not course.served.organiser.is_paused


TWICE = [
    ("pause", {}, 303),
    ("go-on", {}, 303),
    ("announce", {"text": "Hello"}, 303),
    ("backup", {}, 200),
    ("finish", {"season": "spring", "early": "yes"}, 303),
    ("people/extend", {"team": "person ann", "until": "2126-02-01T12:00"}, 303),
    ("people/invite-teams", {}, 409),
    ("people/revoke", {"id": "bob"}, 409),
    ("hand-ins/1/withdraw", {}, 409),
    ("hand-ins/1/again", {}, 409),
]


@pytest.mark.parametrize(("path", "fields", "status"), TWICE, ids=[one[0] for one in TWICE])
def test_a_form_that_is_sent_twice(course: Course, path: str, fields: dict[str, str], status: int) -> None:
    """The second time does nothing more; where there is nothing left to do, the page says so."""
    number, browser = accept(course, "ann", "first"), course.client(ORGANISER)
    if path.endswith("again"):
        course.served.organiser.withdraw(number)
    assert browser.post(f"/organiser/{path}", fields).status in (200, 303)
    before = everything(course)
    answer = browser.post(f"/organiser/{path}", fields)
    assert answer.status == status
    assert (b'role="alert"' in answer.body) == (status == 409)
    assert everything(course) == before


def everything(course: Course) -> list[object]:
    """The register, but for when something was announced."""
    tables = ("tokens", "hand_ins", "extensions", "finished", "finalists", "reinstatements")
    found: list[object] = [course.intake.register.rows(f"SELECT * FROM {table}") for table in tables]
    notices = course.served.organiser.notices
    return [*found, notices.is_paused, notices.season_to_finish, notices.announcement and notices.announcement.text]


def test_a_pause_and_its_end(course: Course) -> None:
    """A pause is shown to everybody, and hand-ins are taken meanwhile."""
    browser = course.client(ORGANISER)
    assert browser.post("/organiser/pause").header("location") == "/organiser"
    assert "paused" in browser.get("/organiser").text
    assert "paused" in course.client().get("/").text
    student = course.client("ann")
    assert student.upload("/mine", {"mind.py": b"x"}).status == 303
    assert "the course is paused" in student.get("/mine").text
    browser.post("/organiser/go-on")
    assert not course.served.organiser.is_paused


def test_a_mistake_that_stops_checks_and_games(course: Course) -> None:
    """The page says that nothing goes on, and why, until the course's process works again."""
    course.served.organiser.notices.stand_still("the ladder has begun with <others>")
    text = course.client(ORGANISER).get("/organiser").text
    assert "standing still" in text
    assert "Neither checks nor games begin until this is mended: the ladder has begun with &lt;others&gt;." in text
    course.served.organiser.notices.stand_still("")
    assert "standing still" not in course.client(ORGANISER).get("/organiser").text


def test_the_people_with_a_token_are_counted(course: Course) -> None:
    """The organiser, who has one too, is no participant."""
    people, invited = course.served.organiser.members.people, course.intake.register.invited()
    assert ORGANISER in invited
    assert f"<small>{len(invited & set(people))} invited</small>" in course.client(ORGANISER).get("/organiser").text


def test_an_announcement(course: Course) -> None:
    """A text is announced, kept in the form, and ended by an empty one; one that is too long says so."""
    browser = course.client(ORGANISER)
    browser.post("/organiser/announce", {"text": "Closed on Friday\r\nfor all"})
    assert "Closed on Friday\nfor all</textarea>" in browser.get("/organiser").text
    answer = browser.post("/organiser/announce", {"text": "x" * 2001})
    assert answer.status == 409
    assert "expected at most 2000" in answer.text
    browser.post("/organiser/announce", {"text": ""})
    assert course.served.organiser.announcement is None or not course.served.organiser.announcement.text


def test_a_new_token_is_shown_once(course: Course) -> None:
    """The old token and its sessions end; the new one signs in; the page does not show it again."""
    browser, student = course.client(ORGANISER), course.client("ann")
    answer = browser.post("/organiser/people/invite", {"id": "ann"})
    (token,) = re.findall(r"<code data-token>([^<]+)</code>", answer.text)
    assert answer.header("cache-control") == "no-store"
    assert student.get("/mine").status == 303
    assert Client(course.app).post("/sign-in", {"token": token}).status == 303
    assert token not in browser.get("/organiser/people").text
    assert token.encode() not in b"".join(path.read_bytes() for path in course.folder.glob("*.sqlite*"))


def test_everybody_without_a_token_is_invited(course: Course) -> None:
    """The tokens come as a table and as CSV in which no spreadsheet computes a name; with none left it says so."""
    browser, register = course.client(ORGANISER), course.intake.register
    register.revoke("bob")
    register.revoke("cat")
    answer = browser.post("/organiser/people/invite")
    assert len(re.findall("data-token", answer.text)) == 2
    (file,) = re.findall(r'download="tokens.csv" href="data:text/csv;charset=utf-8,([^"]+)"', answer.text)
    rows = list(csv.DictReader(unquote(file).splitlines()))
    assert [(row["name"], row["id"]) for row in rows] == [("'=Bob()", "bob"), ("Cat", "cat")]
    assert [register.holder_of(row["token"]) for row in rows] == ["bob", "cat"]
    assert EVIL not in answer.text
    assert browser.post("/organiser/people/invite").status == 409
    assert len(re.findall("data-token", browser.post("/organiser/people/invite-teams").text)) == 1


def test_a_token_is_revoked(course: Course) -> None:
    """Revoking a token signs its holder out; a person who is not there is refused in words."""
    browser, student = course.client(ORGANISER), course.client("ann")
    assert browser.post("/organiser/people/revoke", {"id": "ann"}).status == 303
    assert student.get("/mine").status == 303
    assert "no person" in browser.post("/organiser/people/revoke", {"id": "nobody"}).text.lower()


def test_a_team_gets_more_time(course: Course) -> None:
    """An extension is shown to the organiser and to the team; times that make no sense are refused."""
    browser = course.client(ORGANISER)
    fields = {"team": "person ann", "until": "2126-02-01T12:00"}
    assert browser.post("/organiser/people/extend", fields).status == 303
    assert "2126-02-01 12:00" in browser.get("/organiser/people").text
    assert "extended for you" in course.client("ann").get("/mine").text
    for wrong in ({"until": "soon"}, {"until": "2026-02-01T12:00"}, {"team": "person nobody"}):
        assert browser.post("/organiser/people/extend", {**fields, **wrong}).status == 409


def test_a_hand_in_is_withdrawn_and_checked_again(course: Course) -> None:
    """A version stops playing, and is checked anew; what cannot be done is said."""
    number, browser = accept(course, "ann", "first"), course.client(ORGANISER)
    page = f"/organiser/hand-ins/{number}"
    assert secret("words", "ann") in browser.get(page).text
    assert browser.post(f"{page}/again").status == 409
    assert browser.post(f"{page}/withdraw").header("location") == page
    assert course.intake.register.find(number).state == "withdrawn"
    assert "the organiser has withdrawn it" in course.client("ann").get(f"/mine/hand-ins/{number}").text
    browser.post(f"{page}/again")
    assert course.intake.register.find(number).state == "waiting"
    assert "Ann@1" in browser.get("/organiser").text
    assert "Ann@1" in browser.get("/organiser/hand-ins?state=waiting").text
    assert "Ann@1" not in browser.get("/organiser/hand-ins?state=accepted").text
    assert browser.get("/organiser/hand-ins/99").status == 404


def test_a_season_is_ended(course: Course) -> None:
    """The versions are chosen, the server is to play, and later hand-ins are late."""
    accept(course, "ann", "first")
    browser = course.client(ORGANISER)
    assert browser.post("/organiser/finish", {"season": "spring"}).status == 409
    assert browser.post("/organiser/finish", {"season": "spring", "early": "yes"}).status == 303
    assert "being played" in browser.get("/organiser").text
    assert course.served.organiser.season_to_finish == "spring"
    course.client("bob").upload("/mine", {"mind.py": b"x"})
    assert course.intake.register.hand_ins()[0].is_late
    assert ">late<" in course.client("bob").get("/mine").text


def test_standings_with_ids_are_for_the_organiser_alone(course: Course) -> None:
    """The file of a season's end is offered when it is there; no other file of the folder can be had."""
    browser, path = course.client(ORGANISER), "/organiser/standings/spring.csv"
    assert browser.get(path).status == 404
    assert path not in browser.get("/organiser").text
    (course.folder / "standings-spring.csv").write_text("rank,name\n1,Ann\n", encoding="utf-8")
    (course.folder / "standings-UPPER.csv").write_text("rank,name\n", encoding="utf-8")
    assert path in browser.get("/organiser").text
    answer = browser.get(path)
    assert (answer.text, answer.header("content-type")) == ("rank,name\n1,Ann\n", "text/csv; charset=utf-8")
    assert answer.header("content-disposition") == 'attachment; filename="standings-spring.csv"'
    assert answer.header("cache-control") == "no-store"
    for other in ("summer", "UPPER", "..%2Fpeople", "%2E%2E/people"):
        assert browser.get(f"/organiser/standings/{other}.csv").status == 404


def test_faults_are_shown_with_all_they_hold(climbing: Course) -> None:
    """The organiser sees which versions forfeit, and each game with tracebacks and logs."""
    browser = climbing.client(ORGANISER)
    page = browser.get("/organiser/faults").text
    assert "crash 1" in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;@1" in page
    with open_store(climbing.folder / FOLDER, read_only=True) as store:
        forfeits = store.forfeits()
        game = next(name for name, place in forfeits.items() if store.entrants()[place].name == "Ann@1")
    assert secret("traceback", "ann") in browser.get(f"/organiser/results/{FOLDER}/games/{game}").text
    for path in ("/organiser", "/organiser/people", "/organiser/hand-ins"):
        assert EVIL not in browser.get(path).text


def test_the_season_extends_by_the_clock_of_the_server(course: Course) -> None:
    """A time without a zone is the server's."""
    course.client(ORGANISER).post("/organiser/people/extend", {"team": "person ann", "until": "2126-02-01T12:00"})
    found = course.intake.register.extensions("spring")["person ann"]
    assert found == datetime(2126, 2, 1, 12).astimezone()
    assert found.astimezone(UTC).tzinfo is UTC


def test_settings_that_do_not_count_yet_are_told(course: Course) -> None:
    """The organiser reads on the first page what of course.toml waits for the next start, or is wrong in it."""
    (course.folder / "course.toml").write_text(COURSE.replace("nodes = 20", "nodes = 21"), encoding="utf-8")
    page = course.client(ORGANISER).get("/organiser").text
    assert "play changed, which counts when the server is started again" in page
    (course.folder / "course.toml").write_text(f'name = "<b>"\n{COURSE}', encoding="utf-8")
    assert "the settings of before stay" in course.client(ORGANISER).get("/organiser").text
