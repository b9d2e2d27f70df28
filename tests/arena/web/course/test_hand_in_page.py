"""Handing in by a page, and following what became of it."""

from datetime import UTC, datetime
from random import Random
from urllib.parse import quote

import pytest

from arena.course.ladder.begun import FOLDER
from arena.course.ladder.files import note_lost_files
from arena.course.register import ORGANISER
from arena.entrants.bundle import Bundle, BundledFile
from arena.store.store import open_store
from tests.arena.web.course.client import Client
from tests.arena.web.course.conftest import EVIL, Course, accept, secret

MIND = b"from minds import Mind\n\n\nclass One(Mind):\n    pass\n"


def test_a_file_is_handed_in_and_waits(course: Course) -> None:
    """The page leads to that of the hand-in, which says its place in the queue."""
    browser = course.client("ann")
    answer = browser.upload("/mine", {"ann.py": MIND})
    assert (answer.status, answer.header("location")) == (303, "/mine/hand-ins/1")
    page = browser.get("/mine/hand-ins/1").text
    assert "Ann@1" in page
    assert "next in the queue" in page
    assert 'data-waits="soon"' in page
    other = course.client("bob")
    other.upload("/mine", {"bob.py": MIND})
    assert "number 2 in the queue" in other.get("/mine").text


def test_the_check_is_shown_in_its_words(course: Course) -> None:
    """The words of the check are shown once a hand-in is decided, and no waiting goes on."""
    browser = course.client("ann")
    browser.upload("/mine", {"ann.py": MIND})
    course.intake.register.decide(1, "rejected", "a move is missing <b>")
    page = browser.get("/mine/hand-ins/1").text
    assert "a move is missing &lt;b&gt;" in page
    assert "hand it in again" in page
    assert "data-waits" not in page


def test_a_folder_is_the_same_hand_in_as_its_files(course: Course) -> None:
    """A folder loses its name; hidden files are left out; and the same files again are the same hand-in."""
    browser = course.client("ann")
    browser.upload("/mine", {"project/mind.py": MIND, "project/.git/config": b"x", "project/a/b.py": b"y"})
    again = browser.upload("/mine", {"mind.py": MIND, "a/b.py": b"y"})
    assert again.header("location") == "/mine/hand-ins/1"
    (one,) = course.intake.register.hand_ins()
    assert [file.path for file in course.intake.register.bundle_of(one).files] == ["a/b.py", "mind.py"]


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "No file was chosen"),
        ({"links.zip": b"PK"}, "is an archive"),
        ({"../mind.py": MIND}, "expected one below its folder"),
        ({"a.py": MIND, "b.py": MIND}, "No file mind.py among 2 files"),
        ({"mind.txt": MIND}, "No file mind.py among 1 files"),
        ({"mind.py": b"#" * 16_385}, "expected at most 16 KiB"),
    ],
)
def test_what_cannot_play_is_refused_in_words(course: Course, files: dict[str, bytes], words: str) -> None:
    """The form is shown again with the reason, and nothing is handed in; a script gets the reason alone."""
    browser = course.client("ann")
    answer = browser.upload("/mine", files)
    assert answer.status == 422
    assert words in answer.text
    assert words in browser.upload("/mine", files, accept="application/json").text
    assert course.intake.register.hand_ins() == []


def test_what_is_too_long_is_not_read(course: Course) -> None:
    """A body that says it is a gigabyte is refused before it comes; one that lies is cut."""
    browser = course.client("ann")
    answer = browser.upload("/mine", {"mind.py": MIND}, content_length=str(1 << 30))
    assert (answer.status, answer.header("connection")) == (413, "close")
    assert browser.upload("/mine", {"mind.py": bytes(1 << 20)}).status == 413
    assert course.intake.register.hand_ins() == []


@pytest.mark.parametrize(
    "body", [b"", b"--a-line-between", b"--a-line-between\r\n\r\n--a-line-between--\r\n", b"x" * 99]
)
def test_rubbish_is_refused(course: Course, body: bytes) -> None:
    """A body that is no form answers 400 and changes nothing."""
    kind = "multipart/form-data; boundary=a-line-between"
    headers = {"origin": "http://127.0.0.1:8000", "content-type": kind}
    assert course.client("ann").ask("POST", "/mine", body, headers).status == 400
    assert course.client("ann").ask("POST", "/mine", body, {**headers, "content-type": "text/plain"}).status == 400
    assert course.intake.register.hand_ins() == []


def test_a_versions_page_does_not_read_all_its_games(climbing: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page counts a version's games by opponent, and reads none of them but the few that it lists."""
    monkeypatch.setattr("arena.web.results.entrants.own_games", lambda *_: pytest.fail("all its games were read"))
    page = climbing.client("bob").get("/mine/hand-ins/2").text
    assert "By opponent" in page
    assert "Why it lost" in page


def test_strangers_hand_in_nothing(course: Course) -> None:
    """Without a session, from another site, or with another's session nothing is handed in for a team."""
    assert Client(course.app).upload("/mine", {"mind.py": MIND}).header("location") == "/sign-in"
    assert course.client("ann").upload("/mine", {"mind.py": MIND}, origin="http://evil.example").status == 403
    assert course.intake.register.hand_ins() == []
    course.client("ann").upload("/mine", {"mind.py": MIND})
    other = course.client("bob")
    assert other.get("/mine/hand-ins/1").status == 404
    course.intake.register.decide(1, "accepted", "")
    assert other.post("/mine/hand-ins/1/nominate").status == 404
    assert not course.intake.register.find(1).is_nominated


def test_a_version_is_nominated(course: Course) -> None:
    """An accepted version is chosen for the season's end in place of the latest; one that was refused cannot be."""
    browser = course.client("ann")
    for text in (b"1", b"2", b"3"):
        browser.upload("/mine", {"mind.py": MIND + text})
    for number, state in ((1, "accepted"), (2, "accepted"), (3, "rejected")):
        course.intake.register.decide(number, state, "")
    assert "plays at the season" in browser.get("/mine/hand-ins/2").text
    assert browser.post("/mine/hand-ins/1/nominate").status == 303
    assert course.intake.register.find(1).is_nominated
    assert "plays at the season" not in browser.get("/mine/hand-ins/2").text
    assert "plays, nominated" in browser.get("/mine").text
    assert browser.post("/mine/hand-ins/3/nominate").status == 409


def test_a_full_disk_is_no_fault_of_the_mind(course: Course) -> None:
    """Its author is told to try again later, by the page and by the command, and reads no path of the server."""
    course.intake.register.db.execute("PRAGMA max_page_count = 1")  # no more than there are
    large = MIND + Random(1).randbytes(6000).hex().encode()
    packed = Bundle((BundledFile("mind.py", False, large),)).pack()
    token = {"authorization": f"Bearer {course.tokens['ann']}"}
    for answer in (
        course.client("ann").upload("/mine", {"mind.py": large}),
        Client(course.app).ask("POST", "/hand-ins", packed, token),
    ):
        assert answer.status == 503
        assert "try again later" in answer.text
        assert "sqlite" not in answer.text


def test_a_flood_is_stopped(course: Course) -> None:
    """After six hand-ins within an hour the page says when the next one is taken."""
    browser = course.client("ann")
    answers = [browser.upload("/mine", {"mind.py": MIND + bytes([65 + count])}) for count in range(7)]
    assert [answer.status for answer in answers] == [303] * 6 + [422]
    assert "6 hand-ins an hour are allowed" in answers[-1].text


def test_a_version_shows_why_it_lost(climbing: Course) -> None:
    """The page of a version has rating, faults and lost games; a game's page shows its own traceback and log alone."""
    browser = climbing.client("ann")
    page = browser.get("/mine/hand-ins/1").text
    assert "Why it lost" in page
    assert "crash" in page
    with open_store(climbing.folder / FOLDER, read_only=True) as store:
        own = [name for name, place in store.forfeits().items() if store.entrants()[place].name == "Ann@1"]
    game = browser.get(f"/mine/results/{FOLDER}/games/{own[0]}")
    assert secret("traceback", "ann") in game.text
    assert secret("log", "ann") in game.text
    assert secret("traceback", "ann") not in climbing.client("bob").get(f"/mine/results/{FOLDER}/games/{own[0]}").text


def test_games_of_others_are_not_ones_own(climbing: Course) -> None:
    """A game in which no version of the team has played has no page of its own for the team."""
    with open_store(climbing.folder / FOLDER, read_only=True) as store:
        place = [one.name for one in store.entrants()].index(f"{EVIL}@1")
        game = next(name for name, seats in store.seats().items() if place not in seats)
    assert climbing.client("bob").get(f"/mine/results/{FOLDER}/games/{game}").status == 404
    assert climbing.client("ann").get(f"/mine/results/{FOLDER}/games/{game}").status == 200
    assert climbing.client("ann").get(f"/mine/results/{FOLDER}/games/nothing").status == 404


def test_a_name_alone_makes_no_version_ones_own(climbing: Course) -> None:
    """Somebody who is called as another one was before gets nothing of that one's, who is called otherwise now."""
    with open_store(climbing.folder / FOLDER, read_only=True) as store:
        place = [one.name for one in store.entrants()].index("Ann@1")
        path = f"/mine/results/{FOLDER}/games/{next(name for name, seats in store.seats().items() if place in seats)}"
    people = climbing.folder / "people.csv"
    before = people.read_text(encoding="utf-8")
    climbing.tokens["dan"] = climbing.intake.register.invite("dan", datetime.now(UTC))
    people.write_text(f"{before.replace('Ann,ann', 'Anna,ann')}Ann,dan,\n", encoding="utf-8")
    number = accept(climbing, "dan", "mine")
    own, other = climbing.client("ann"), climbing.client("dan")
    assert (own.get(path).status, other.get(path).status) == (200, 404)
    assert secret("log", "ann") in own.get(path).text
    for browser, theirs, its_games in ((own, 1, True), (other, number, False)):
        assert (f"/mine/results/{FOLDER}/games/" in browser.get(f"/mine/hand-ins/{theirs}").text) == its_games
    assert ">yours<" in own.get("/").text
    assert ">yours<" not in other.get("/").text
    people.write_text(before, encoding="utf-8")


def test_lost_files_are_told_to_the_team(course: Course) -> None:
    """The page of a version that rests because of them says what helps; the organiser's list says why."""
    number = accept(course, "ann", "first")
    assert "files are lost" not in course.client("ann").get(f"/mine/hand-ins/{number}").text
    note_lost_files(course.intake.register, {number: "no <b>files</b>"})
    assert "hand the same ones in again" in course.client("ann").get(f"/mine/hand-ins/{number}").text
    page = course.client(ORGANISER).get("/organiser/faults").text
    assert "It rests until its files are back" in page
    assert "no &lt;b&gt;files&lt;/b&gt;" in page
    assert "resting" in page


def test_names_are_shown_as_text(climbing: Course) -> None:
    """A team called like a script is harmless on each page of its own."""
    browser = climbing.client("bob")
    for path in ("/mine", "/mine/hand-ins/2", f"/results/{FOLDER}/minds/{quote(EVIL, safe='')}%401"):
        answer = browser.get(path)
        assert answer.status == 200
        assert EVIL not in answer.text
        assert "&lt;script&gt;" in answer.text
