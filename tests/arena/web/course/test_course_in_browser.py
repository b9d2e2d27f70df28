"""A course in a browser: a student is refused, mends, climbs and sees why a game was lost; an organiser runs it."""

import http.client
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from arena.course.administration.organiser import Organiser
from arena.course.hand_ins.handin import HandIn
from arena.course.participants.invitations import organiser_invitation
from arena.course.participants.people import read_people
from arena.course.register import ORGANISER, Register
from tests.arena.course.ladder.test_ladder import FIRST
from tests.arena.course.test_course import games_in, served
from tests.arena.web.conftest import CHROMIUM, PATIENCE, QUIET
from tests.arena.web.course.conftest import COURSE, GAMES, PEOPLE, accept, play_on
from tests.arena.web.course.conftest import served as in_process
from tests.conftest import until

pytestmark = pytest.mark.drill
WRONG = FIRST.replace("state.position.legal_moves()[0]", '"0,0"')
SETTINGS = COURSE.replace("nodes = 20", "nodes = 400\nconcurrency = 1").replace("max_plies = 10", "max_plies = 200")
CHECKED = 180_000  # milliseconds for a check on a busy machine
MANY_BYTES = 1 << 30


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    expect.set_options(timeout=3 * PATIENCE)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield found
        found.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a course, with the tokens of its people and of the organiser in a file for tests."""
    (tmp_path / "course.toml").write_text(SETTINGS.replace("capture-priority-random-legal-move", "alphabeta"))
    (tmp_path / "people.csv").write_text(PEOPLE)
    return tmp_path


def tokens_of(folder: Path) -> dict[str, str]:
    """Return new tokens by the ids of their holders."""
    with Organiser(folder) as organiser:
        found = {one.person.id: one.token for one in organiser.invite()}
    assert set(found) == {person.id for person in read_people(folder)}
    return {**found, ORGANISER: organiser_invitation(folder).token}


@contextmanager
def signed_in(browser: Browser, url: str, token: str, **more: Any) -> Iterator[Page]:
    """Open a tab in which somebody is signed in; messages in its console fail the test."""
    with browser.new_context(base_url=url, **more) as context:
        page, complaints = context.new_page(), list[str]()
        page.set_default_timeout(3 * PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.goto("/sign-in")
        page.get_by_label("Token").fill(token)
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("heading", name="Signed in")).to_be_visible()
        yield page
        assert complaints == []


def one_file(text: str) -> dict[str, Any]:
    """Return a file for a form."""
    return {"name": "mind.py", "mimeType": "text/x-python", "buffer": text.encode()}


def hand_ins(folder: Path) -> list[HandIn]:
    """Return all hand-ins of a course."""
    with Register(folder) as register:
        return register.hand_ins()


def drop(page: Page, text: str) -> None:
    """Drop a file on the form."""
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "mind.py"));
            const form = document.querySelector("[data-hand-in]");
            form.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        text,
    )


def test_a_student_climbs(browser: Browser, folder: Path) -> None:
    """Refused with reasons, mended, accepted; the rating moves; a lost game replays and says how it ended."""
    tokens = tokens_of(folder)
    with served(folder) as (url, _), signed_in(browser, url, tokens["ann"]) as page:
        page.get_by_role("link", name="To your hand-ins").click()
        page.get_by_label("A Python file").set_input_files(one_file(WRONG))
        page.get_by_role("button", name="Hand in").click()
        expect(page.locator(".state")).to_have_text("waiting")
        expect(page.locator(".state")).to_have_text("rejected", timeout=CHECKED)
        expect(page.locator(".words")).to_contain_text("0,0")
        page.get_by_role("link", name="hand it in again").click()
        drop(page, FIRST)
        expect(page).to_have_url(re.compile("/mine/hand-ins/2"))
        expect(page.locator(".state")).to_have_text("accepted", timeout=CHECKED)
        see_it_climb(page, folder)


def see_it_climb(page: Page, folder: Path) -> None:
    """See a rating, see it move, and a game that was lost."""
    until(lambda: games_in(folder) >= 4, seconds=300)
    rating = page.locator(".figures dd").first
    expect(rating).to_contain_text("±", timeout=CHECKED)
    before = rating.inner_text()
    expect(rating).not_to_have_text(before, timeout=CHECKED, use_inner_text=True)
    expect(page.locator("figure.curve").first).to_be_visible(timeout=CHECKED)
    page.locator("table.lost a").first.click(timeout=CHECKED)
    expect(page.locator(".facts .score")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    expect(page.locator("[data-said]")).to_contain_text("Ply")
    page.goto("/")
    expect(page.locator(".rungs .own")).to_contain_text("Ann@2")


def test_an_organiser_runs_the_course(browser: Browser, folder: Path) -> None:
    """Invites, extends, withdraws, pauses, goes on and announces; each shows on the pages of the student."""
    tokens = tokens_of(folder)
    with served(folder) as (url, _), signed_in(browser, url, tokens[ORGANISER]) as page:
        with signed_in(browser, url, tokens["ann"]) as student:
            page.goto("/organiser")
            page.get_by_role("button", name="Pause").click()
            expect(page.get_by_role("button", name="Go on")).to_be_visible()
            student.goto("/mine")
            student.get_by_label("A Python file").set_input_files(one_file(FIRST))
            student.get_by_role("button", name="Hand in").click()
            expect(student.locator(".facts")).to_contain_text("the course is paused")
            page.get_by_label("Shown on each page").fill("Closed <b>on Friday</b>")
            page.get_by_role("button", name="Announce").click()
            expect(page.locator(".announcement")).to_have_text("Closed <b>on Friday</b>")
            page.get_by_role("link", name="Ann@1").click()
            page.get_by_role("button", name="Withdraw").click()
            expect(student.locator(".state")).to_have_text("withdrawn")
            page.goto("/organiser")
            page.get_by_role("button", name="Go on").click()
            expect(page.get_by_role("button", name="Pause")).to_be_visible()
            manage_people(page, student)
        assert [one.state for one in hand_ins(folder)] == ["withdrawn"]


def manage_people(page: Page, student: Page) -> None:
    """Extend for a student, and give a new token, which ends the old one."""
    page.get_by_role("link", name="People").last.click()
    page.get_by_label("Person or team").select_option("person ann")
    page.get_by_label("May hand in until").fill("2126-02-01T12:00")
    page.get_by_role("button", name="Extend").click()
    expect(page.locator("table.people")).to_contain_text("2126-02-01 12:00")
    student.goto("/mine")
    expect(student.locator(".facts")).to_contain_text("extended for you")
    page.get_by_role("button", name="New token Ann").click()
    token = page.locator("[data-token]").inner_text()
    student.goto("/mine")
    expect(student).to_have_url(re.compile("/sign-in"))
    student.get_by_label("Token").fill(token)
    student.get_by_role("button", name="Sign in").click()
    expect(student.get_by_role("heading", name="Signed in")).to_be_visible()


def test_all_of_it_works_without_javascript(browser: Browser, folder: Path) -> None:
    """A plain file chooser hands in, the page is fetched again by itself until the check is over."""
    tokens = tokens_of(folder)
    with served(folder) as (url, _), signed_in(browser, url, tokens["bob"], java_script_enabled=False) as page:
        page.goto("/mine")
        expect(page.locator("[data-drop]")).to_be_hidden()
        page.get_by_label("A Python file").set_input_files(one_file(FIRST))
        page.get_by_role("button", name="Hand in").click()
        expect(page.locator(".state")).to_have_text("accepted", timeout=CHECKED)
        expect(page.get_by_role("heading").first).to_have_text("<script>alert(1)</script>@1")


def memory_of(process: int) -> int:
    """Return the bytes of memory that a process has."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) * 1024


def test_a_gigabyte_is_not_taken(folder: Path) -> None:
    """A body without a length that does not end is cut; the server's memory stays as it is."""
    tokens = tokens_of(folder)
    with served(folder) as (url, server):
        host = urlsplit(url).netloc
        cookie = session_of(host, tokens["ann"])
        before, sent = memory_of(server.pid), 0
        connection = http.client.HTTPConnection(host, timeout=60)
        connection.putrequest("POST", "/mine")
        for name, value in (("Origin", f"http://{host}"), ("Cookie", cookie), ("Transfer-Encoding", "chunked")):
            connection.putheader(name, value)
        connection.putheader("Content-Type", "multipart/form-data; boundary=x")
        connection.endheaders()
        chunk = bytes(1 << 20)
        with suppress(OSError):  # the server has closed the connection
            while sent < MANY_BYTES:
                connection.send(b"100000\r\n" + chunk + b"\r\n")
                sent += len(chunk)
        connection.close()
        assert sent < MANY_BYTES // 8
        assert memory_of(server.pid) - before < 64 << 20
        assert hand_ins(folder) == []


def session_of(host: str, token: str) -> str:
    """Sign in; return the cookie."""
    with closing(http.client.HTTPConnection(host, timeout=60)) as connection:
        headers = {"Origin": f"http://{host}", "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/sign-in", f"token={token}", headers)
        return (connection.getresponse().getheader("Set-Cookie") or "").partition(";")[0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(browser: Browser, made: tuple[str, dict[str, str]], scheme: Any, width: int) -> None:
    """Every page of a course is accessible, for the organiser, for a student and for a stranger."""
    url, tokens = made
    wanted = {
        "ann": ["/", "/mine", "/mine/hand-ins/1", "/mine/hand-ins/3", "/sign-in", "/season", "/begin"],
        ORGANISER: ["/organiser", "/organiser/people", "/organiser/hand-ins", "/organiser/faults"],
    }
    size = {"width": width, "height": 900}
    for person, paths in wanted.items():
        with signed_in(browser, url, tokens[person], color_scheme=scheme, viewport=size) as page:
            for path in paths:
                page.goto(path)
                found = Axe().run(page).response["violations"]
                assert [(one["id"], one["nodes"][0]["target"]) for one in found] == [], path
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """The address and the tokens of a course in which versions have played."""
    folder = tmp_path_factory.mktemp("course")
    with in_process(folder) as course:
        for person, text in (("ann", "first"), ("bob", "first"), ("ann", "second")):
            accept(course, person, text)
            play_on(course, GAMES)
        course.served.organiser.pause()
        tokens = course.tokens
    with served(folder) as (url, _):
        yield url, tokens
