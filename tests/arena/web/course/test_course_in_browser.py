"""A course in a browser: a student is refused, mends, climbs and sees why a game was lost; an organiser runs it."""

import csv
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from arena.course.administration.organiser import Organiser
from arena.course.handin import HandIn
from arena.course.participants.invitations import organiser_invitation
from arena.course.people import read_people
from arena.course.register import ORGANISER, Register
from arena.tournament.live import is_playing
from tests.arena.course.ladder.test_ladder import FIRST
from tests.arena.course.test_course import command, games_in, served
from tests.arena.web.conftest import CHROMIUM, PATIENCE, QUIET
from tests.arena.web.course.conftest import COURSE, GAMES, PEOPLE, accept, play_on
from tests.arena.web.course.conftest import served as in_process
from tests.conftest import until

pytestmark = pytest.mark.drill
WRONG = FIRST.replace("state.position.legal_moves()[0]", '"0,0"')
SETTINGS = COURSE.replace("nodes = 20", "nodes = 400\nconcurrency = 1").replace("max_plies = 10", "max_plies = 200")
RATED = ("/", "/results/season-spring")
CHECKED = 180_000  # milliseconds for a check on a busy machine


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


def test_an_organiser_ends_and_restores_the_course(browser: Browser, folder: Path, tmp_path: Path) -> None:
    """Somebody new is invited and plays; a season is ended to its standings; all is there again after a restore."""
    tokens, files = tokens_of(folder), tmp_path / "files"
    with served(folder) as (url, _), signed_in(browser, url, tokens[ORGANISER]) as page:
        tokens["dan"] = invite_somebody_new(page, folder)
        with signed_in(browser, url, tokens["dan"]) as student:
            student.goto("/mine")
            student.get_by_label("A Python file").set_input_files(one_file(FIRST))
            student.get_by_role("button", name="Hand in").click()
            expect(student.locator(".state")).to_have_text("accepted", timeout=CHECKED)
            cookies = student.context.cookies()
        until(lambda: games_in(folder) >= 4, seconds=300)
        page.goto("/organiser")
        assert save(page, page.get_by_role("button", name="Download a backup"), files).stat().st_size > 1000
        played = games_in(folder)
        until(lambda: games_in(folder) > played, seconds=300)
        rows = end_season(page, files)
        assert [row["name"] for row in rows if row["ids"] == "dan"] == ["Dan"]
        page.goto("/organiser")
        page.get_by_role("button", name="Pause").click()
        await_rest(folder)
        seen = all_that_is_seen(page)
        assert all("Dan" in " ".join(rows) for path, rows in seen.items() if path != "/organiser")
        backup = save(page, page.get_by_role("button", name="Download a backup"), files)
    again = tmp_path / "again"
    assert command("course", "restore", str(backup), str(again)).returncode == 0
    with served(again) as (url, _), signed_in(browser, url, tokens[ORGANISER]) as page:
        assert all_that_is_seen(page) == seen
        with browser.new_context(base_url=url) as context:
            context.add_cookies([{**one, "url": url} for one in bare(cookies)])
            student = context.new_page()
            student.goto("/mine")
            expect(student).to_have_url(re.compile("/sign-in"))  # sessions end; tokens stay
        with signed_in(browser, url, tokens["dan"]) as student:
            student.goto("/mine/hand-ins/1")
            expect(student.locator(".state").first).to_have_text("accepted")
        page.goto("/organiser")
        page.get_by_role("button", name="Go on").click()
        played = games_in(again)
        until(lambda: games_in(again) > played, seconds=300)


def invite_somebody_new(page: Page, folder: Path) -> str:
    """Write somebody into people.csv, and invite everybody who has no token; return the one that was downloaded."""
    page.goto("/organiser/people")
    with (folder / "people.csv").open("a", encoding="utf-8") as file:
        file.write("Dan,dan,\n")
    page.get_by_role("button", name="Invite everybody who has no token").click()
    file = save(page, page.get_by_role("link", name="Download as CSV"), folder / "downloads")
    (row,) = csv.DictReader(file.read_text(encoding="utf-8").splitlines())
    assert (row["name"], row["id"], row["token"]) == ("Dan", "dan", page.locator("[data-token]").inner_text())
    page.get_by_role("button", name="Invite everybody who has no token").click()
    expect(page.get_by_role("alert")).to_have_text("Everybody has a token already.")
    return row["token"]


def save(page: Page, button: Locator, folder: Path) -> Path:
    """Click what downloads a file; return it."""
    with page.expect_download(timeout=CHECKED) as found:
        button.click()
    path = folder / f"{len(list(folder.glob('*')))}-{found.value.suggested_filename}"
    found.value.save_as(path)
    return path


def end_season(page: Page, files: Path) -> list[dict[str, str]]:
    """End the season early, wait on the page until it is played; return the rows of its final standings."""
    page.get_by_text("End a season before it has closed").click()
    page.get_by_role("button", name="End it now").click()
    seasons = page.get_by_role("region", name="Table of seasons")
    expect(seasons).to_contain_text("being played")
    link = seasons.get_by_role("link", name="with names and ids")
    expect(link).to_be_visible(timeout=CHECKED)  # the page follows by itself
    rows = list(csv.DictReader(save(page, link, files).read_text(encoding="utf-8").splitlines()))
    seasons.get_by_role("link", name="standings and games").click()
    shown = page.locator("table.standings tbody th")
    expect(shown.first).to_be_visible(timeout=CHECKED)
    assert sorted(shown.all_inner_texts()) == sorted(row["shown_as"] for row in rows)
    return rows


def await_rest(folder: Path) -> None:
    """Wait until the games under way of a course that is paused are over."""
    until(lambda: not is_playing(folder / "ladder"), seconds=120)


def all_that_is_seen(page: Page) -> dict[str, list[str]]:
    """Return the rows of all tables that a course's backup must bring back, after their ratings were computed."""
    found = {}
    for path in (*RATED, "/organiser/hand-ins", "/organiser/people", "/organiser"):
        until(lambda path=path: has_all(page, path), seconds=120)
        found[path] = page.locator("table tbody tr").all_inner_texts()
    return found


def has_all(page: Page, path: str) -> bool:
    """Open a page; return True if its table is there, and has its ratings if it is one of standings."""
    page.goto(path)
    rows = page.locator("table tbody tr").all_inner_texts()
    return bool(rows) and (path not in RATED or any("±" in row for row in rows))


def bare(cookies: list[Any]) -> list[Any]:
    """Return names and values of cookies."""
    return [{"name": one["name"], "value": one["value"]} for one in cookies]


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
